#!/bin/sh
# An agent of a workflow, of nothing but curl and sed: claims a task, doubles its value, completes it.
url=$1 certificate=$2 login=$3 agent=$4
post() {
  curl -sS --cacert "$certificate" -u "$login" -H 'Content-Type: application/yang-data+json' \
    -H 'Accept: application/yang-data+json' -d "{\"yangent-tasks:input\":$2}" "$url$1"
}
while :; do
  task=$(post /restconf/operations/yangent-tasks:claim-next "{\"agent\":\"$agent\",\"max\":1,\"wait\":2,\"lease\":30}")
  id=$(printf %s "$task" | sed -n 's/.*"task":\[{"id":"\([^"]*\)".*/\1/p')
  if [ -z "$id" ]; then
    [ -e "$STOP" ] && exit 0
    continue
  fi
  value=$(printf %s "$task" | sed -n 's/.*"input":{"value":\([0-9]*\).*/\1/p')
  attempt=$(printf %s "$task" | sed -n 's/.*"attempt":\([0-9]*\).*/\1/p')
  post "/restconf/data/yangent-tasks:tasks/task=$id/complete" \
    "{\"attempt\":$attempt,\"artifact\":[{\"name\":\"twice\",\"data\":{\"of\":$((value * 2))}}]}" >/dev/null
done
