#!/usr/bin/env bash
# An agent in shell: it needs curl and nothing else.
#
#   URL=https://127.0.0.1:8443 CACERT=.yangent/restconf-cert.pem PASSWORD_FILE=.yangent/admin-password \
#     examples/attached-curl/agent.sh [NAME [TASKS]]
#
# It registers itself, follows its tasks as server-sent events, says whether it can do what it is asked, claims tasks,
# reports progress, proposes its result, delivers it as a file, and leaves when it has done as many tasks as it was told.
set -euo pipefail

name=${1:-curl-meter}
tasks=${2:-1}
user=${USER_NAME:-admin}
: "${URL:?where the node is, for instance https://127.0.0.1:8443}" "${CACERT:?file of its certificate}" "${PASSWORD_FILE:?file of the password}"

scratch=$(mktemp -d)
# The password goes to curl by a file that only this user reads, not by the command line that everyone sees.
login=$scratch/login
(umask 077 && printf 'user = "%s:%s"\n' "$user" "$(tr -d '\n' <"$PASSWORD_FILE")" >"$login")

ask() { # METHOD PATH [BODY]
  curl --silent --show-error --fail-with-body --cacert "$CACERT" --config "$login" --globoff --request "$1" "$URL$2" \
    --header 'accept: application/yang-data+json' ${3:+--header 'content-type: application/yang-data+json' --data-binary "$3"}
}
act() { # TASK ACTION MEMBERS
  ask POST "/restconf/data/yangent-tasks:tasks/task=$1/$2" "{\"yangent-tasks:input\":{$3}}"
}
# The text of the first member of this name; enough for the flat answers that are looked at here.
member() { sed -n "s/.*\"$1\": *\"\{0,1\}\([^\",}]*\).*/\1/p" | head -n 1; }

claim() {
  local claimed task attempt
  claimed=$(ask POST /restconf/operations/yangent-tasks:claim-next "{\"yangent-tasks:input\":{\"agent\":\"$name\"}}")
  task=$(sed -n 's/.*"task": *\[{"id": *"\([^"]*\)".*/\1/p' <<<"$claimed")
  [ -n "$task" ] || return 0
  attempt=$(member attempt <<<"$claimed")
  act "$task" report-progress "\"attempt\":${attempt:-1},\"percent\":50,\"note\":\"measured\",\"checkpoint\":\"measure\""
  act "$task" propose "\"attempt\":${attempt:-1},\"type\":\"FULFILLMENT\",\"content\":[\"-61 dBm: is that precise enough?\"]" >/dev/null
  echo "$task: proposed a result"
}

answer_feasibility() { # TASK RECORD
  if [[ $2 == *"cut the fibre"* ]]; then
    act "$1" propose '"type":"FEASIBILITY","verdict":"countered","counter":"measure the fibre"' >/dev/null
    echo "$1: cannot be done; proposed another task"
  else
    act "$1" propose '"type":"FEASIBILITY","verdict":"feasible"' >/dev/null
    echo "$1: can be done"
  fi
}

deliver() { # TASK VERDICT
  local result='-61.25 dBm'
  case $2 in accepted | satisfied) result='-61 dBm' ;; esac
  # Bytes go by their own way, so that they never hold up what is said about tasks.
  printf '%s\n' "$result" >"$scratch/level.txt"
  curl --silent --show-error --fail-with-body --cacert "$CACERT" --config "$login" --upload-file "$scratch/level.txt" \
    --header 'content-type: text/plain' "$URL/data/level-$1"
  act "$1" complete "\"artifact\":[{\"name\":\"level\",\"modality\":\"text\",\"data-param\":\"level-$1\"}]" >/dev/null
  done_tasks=$((done_tasks + 1))
  echo "$1: delivered $result"
}

# What to do about one notification task-changed, a line of JSON.
changed() {
  [[ $1 == *'"yangent-tasks:task-changed"'* && $(member to <<<"$1") == "$name" ]] || return 0
  local task state record last
  task=$(sed -n 's/.*"yangent-tasks:task-changed": *{"id": *"\([^"]*\)".*/\1/p' <<<"$1")
  state=$(member state <<<"$1")
  case $state in
    accepted) claim && return 0 ;;
    negotiating | running) ;;
    *) return 0 ;;
  esac
  # Things may have gone on since the notification was sent: what counts is how the task is now.
  record=$(ask POST /restconf/operations/yangent-tasks:query "{\"yangent-tasks:input\":{\"id\":\"$task\"}}")
  state=$(member state <<<"$record")
  # The last round of the negotiation; a turn of ours waits for an answer.
  last=$(grep -o '{"round":[^}]*}' <<<"$record" | tail -n 1) || return 0
  [[ -n $last && $(member by <<<"$last") != "$name" ]] || return 0
  case $state in
    negotiating) answer_feasibility "$task" "$record" ;;
    running) deliver "$task" "$(member verdict <<<"$last")" ;;
  esac
}

done_tasks=0
# The stream is opened first, so that nothing is missed.
curl --silent --no-buffer --fail-with-body --cacert "$CACERT" --config "$login" --header 'accept: text/event-stream' \
  "$URL/restconf/streams/NETCONF/json" >"$scratch/stream" &
stream=$!
trap 'kill "$stream" 2>/dev/null || true; rm -rf "$scratch"' EXIT

profile='{"name":"'$name'","description":"measures what it is asked to","version":"1.0.0","provider":"ACME",
  "skills":{"skill":[{"skill-name":"measure","skill-description":"measures signal levels","skill-tags":["rf"]}]}}'
ask POST /restconf/operations/yangent-agents:register \
  "{\"yangent-agents:input\":{\"id\":\"$name\",\"profile\":$profile,\"lease\":3600}}" >/dev/null
echo "registered as $name"
claim
while [ "$done_tasks" -lt "$tasks" ] && IFS= read -r line; do
  # The other side may cancel a task, or say more, at any moment: a refusal is no reason to stop.
  [[ $line == data:* ]] && { changed "${line#data:}" || echo "refused; going on"; }
done < <(tail -n +1 --follow --pid="$stream" "$scratch/stream")
ask POST /restconf/operations/yangent-agents:deregister "{\"yangent-agents:input\":{\"id\":\"$name\"}}"
echo deregistered
