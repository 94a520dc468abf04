/*
 * libyang for a caller that has only numbers and addresses. Texts are addresses of NUL-terminated UTF-8; what a function
 * returns as a `char *` that is not const belongs to the caller, who releases it with lyw_free.
 * Results are those of libyang (LY_ERR): 0 is success. Its messages are kept in the context until lyw_forget_errors.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "libyang.h"
#include "version.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("lyw"), import_name(#name))) name

/*
 * JavaScript looks for a module (submodule NULL) or submodule; no revision is NULL. The text, from lyw_alloc, with
 * its format in *format; NULL where there is none.
 */
char *IMPORT(find_module)(const char *module, const char *revision, const char *submodule, const char *submodule_revision,
        int32_t *format);

/* Memory ---------------------------------------------------------------------------------------------------------- */

void *
EXPORT(lyw_alloc)(size_t size)
{
    return malloc(size);
}

void
EXPORT(lyw_free)(void *address)
{
    free(address);
}

int32_t lyw_exhausted(void);

/* Grows the memory once by what will be needed, if it can be had; many small steps are slow. */
void
EXPORT(lyw_reserve)(size_t size)
{
    free(malloc(size));
    lyw_exhausted();
}

/* Contexts -------------------------------------------------------------------------------------------------------- */

static void
release_module(void *text, void *user_data)
{
    (void)user_data;
    free(text);
}

static LY_ERR
import_module(const char *module, const char *revision, const char *submodule, const char *submodule_revision,
        void *user_data, LYS_INFORMAT *format, const char **text, ly_module_imp_data_free_clb *release)
{
    int32_t found = LYS_IN_YANG;

    (void)user_data;
    *text = find_module(module, revision, submodule, submodule_revision, &found);
    *format = (LYS_INFORMAT)found;
    *release = release_module;
    return *text ? LY_SUCCESS : LY_ENOTFOUND;
}

/* options: LY_CTX_*, to those that make it look for modules through find_module only. */
struct ly_ctx *
EXPORT(lyw_context)(uint32_t options)
{
    struct ly_ctx *context = NULL;

    options |= LY_CTX_NO_YANGLIBRARY | LY_CTX_DISABLE_SEARCHDIRS | LY_CTX_DISABLE_SEARCHDIR_CWD;
    ly_log_options(LY_LOSTORE);
    ly_log_level(LY_LLERR);
    if (ly_ctx_new(NULL, (uint16_t)options, &context)) {
        return NULL;
    }
    ly_ctx_set_module_imp_clb(context, import_module, NULL);
    return context;
}

void
EXPORT(lyw_context_free)(struct ly_ctx *context)
{
    ly_ctx_destroy(context);
}

/* Loads and implements a module that find_module has. features: addresses of names, ended by NULL. */
int32_t
EXPORT(lyw_load)(struct ly_ctx *context, const char *name, const char *revision, const char **features)
{
    const struct ly_err_item *last;

    if (ly_ctx_load_module(context, name, revision, features)) {
        return LY_SUCCESS;
    }
    last = ly_err_last(context);
    return last ? (int32_t)last->err : LY_EMEM;
}

/* The same with the text itself. */
int32_t
EXPORT(lyw_parse_module)(struct ly_ctx *context, const char *text, int32_t format, const char **features)
{
    struct ly_in *input = NULL;
    LY_ERR result = ly_in_new_memory(text, &input);

    if (!result) {
        result = lys_parse(context, input, (LYS_INFORMAT)format, features, NULL);
    }
    ly_in_free(input, 0);
    return (int32_t)result;
}

/* A module of the context as text (LYS_OUTFORMAT); NULL where it is not there or cannot be printed. */
char *
EXPORT(lyw_print_module)(struct ly_ctx *context, const char *name, const char *revision, int32_t format)
{
    char *text = NULL;
    const struct lys_module *module = revision ? ly_ctx_get_module(context, name, revision) :
            ly_ctx_get_module_implemented(context, name);

    if (!module && !revision) {
        module = ly_ctx_get_module_latest(context, name);
    }
    if (!module || lys_print_mem(&text, module, (LYS_OUTFORMAT)format, 0)) {
        return NULL;
    }
    return text;
}

/* Documents ------------------------------------------------------------------------------------------------------- */

/* A document that was read: of a message in its envelope the operation stands apart from what is around it. */
struct document {
    struct lyd_node *tree;
    struct lyd_node *envelope;
    struct lyd_node *operation;
};

static int
is_enveloped(enum lyd_type type)
{
    return type == LYD_TYPE_RPC_NETCONF || type == LYD_TYPE_NOTIF_NETCONF || type == LYD_TYPE_NOTIF_RESTCONF;
}

/* What lyd_validate_op knows the type as. */
static enum lyd_type
bare_type(enum lyd_type type)
{
    switch (type) {
    case LYD_TYPE_RPC_NETCONF:
        return LYD_TYPE_RPC_YANG;
    case LYD_TYPE_NOTIF_NETCONF:
    case LYD_TYPE_NOTIF_RESTCONF:
        return LYD_TYPE_NOTIF_YANG;
    default:
        return type;
    }
}

static struct lyd_node *
root_of(struct lyd_node *node)
{
    while (node && node->parent) {
        node = lyd_parent(node);
    }
    return node;
}

static LY_ERR
read_document(const struct ly_ctx *context, const char *text, int32_t format, enum lyd_type type, uint32_t options,
        struct document *document)
{
    struct ly_in *input = NULL;
    LY_ERR result = ly_in_new_memory(text, &input);

    if (result) {
        return result;
    }
    if (type == LYD_TYPE_DATA_YANG) {
        /* Validation while parsing follows broken references in some entries without keys. */
        result = lyd_parse_data(context, NULL, input, (LYD_FORMAT)format, options | LYD_PARSE_ONLY, 0, &document->tree);
    } else if (is_enveloped(type)) {
        result = lyd_parse_op(context, NULL, input, (LYD_FORMAT)format, type, &document->envelope, &document->operation);
        document->tree = root_of(document->operation);
    } else {
        result = lyd_parse_op(context, NULL, input, (LYD_FORMAT)format, type, &document->tree, &document->operation);
    }
    ly_in_free(input, 0);
    return result;
}

/* Releases a document that lyw_read gave. */
void
EXPORT(lyw_document_free)(struct document *document)
{
    if (document) {
        lyd_free_all(document->envelope);
        lyd_free_all(document->tree);
        free(document);
    }
}

/*
 * Reads a document and, where validate is not negative, judges it with these options (LYD_VALIDATE_*); it refers into
 * `datastore`, a document too or NULL, where it is a message. *result is libyang's; the document where there is one.
 */
struct document *
EXPORT(lyw_read)(struct ly_ctx *context, const char *text, int32_t format, int32_t type, uint32_t options,
        int32_t validate, const struct document *datastore, int32_t *result)
{
    struct document *document = calloc(1, sizeof *document);

    if (!document) {
        *result = LY_EMEM;
        return NULL;
    }
    *result = (int32_t)read_document(context, text, format, (enum lyd_type)type, options, document);
    if (!*result && validate >= 0) {
        *result = type == LYD_TYPE_DATA_YANG ?
                (int32_t)lyd_validate_all(&document->tree, context, (uint32_t)validate, NULL) :
                (int32_t)lyd_validate_op(document->tree, datastore ? datastore->tree : NULL, bare_type((enum lyd_type)type),
                NULL);
    }
    if (*result) {
        lyw_document_free(document);
        return NULL;
    }
    return document;
}

/* The document as text with the options (LYD_PRINT_*) given; NULL where it is empty or cannot be printed. */
char *
EXPORT(lyw_print)(const struct document *document, int32_t format, uint32_t options)
{
    char *text = NULL;

    if (lyd_print_mem(&text, document->tree, (LYD_FORMAT)format, options)) {
        return NULL;
    }
    return text;
}

/* Messages -------------------------------------------------------------------------------------------------------- */

/* The first message of the context, NULL: none. */
const struct ly_err_item *
EXPORT(lyw_error)(const struct ly_ctx *context)
{
    return ly_err_first(context);
}

const struct ly_err_item *
EXPORT(lyw_error_next)(const struct ly_err_item *item)
{
    return item->next;
}

/* In the order of the wrapper: text, place in the data, place in the schema, error-app-tag. */
const char *
EXPORT(lyw_error_text)(const struct ly_err_item *item, int32_t field)
{
    const char *texts[] = {item->msg, item->data_path, item->schema_path, item->apptag};

    return field >= 0 && (size_t)field < sizeof texts / sizeof *texts ? texts[field] : NULL;
}

/* Line of the input, 0: unknown. */
uint32_t
EXPORT(lyw_error_line)(const struct ly_err_item *item)
{
    return (uint32_t)item->line;
}

void
EXPORT(lyw_forget_errors)(struct ly_ctx *context)
{
    ly_err_clean(context, NULL);
}

const char *
EXPORT(lyw_version)(void)
{
    return ly_version_proj_str();
}
