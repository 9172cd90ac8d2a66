#!/usr/bin/env bash
# Schemathesis on the served OpenAPI description: no 5xx, and every answer as described.
#   bench/server/schema.sh [examples]      needs `pip install schemathesis`
set -eu
cd "$(dirname "$0")/../.."
data=$(mktemp -d)
port=8019
python=${PYTHON:-.venv/bin/python}
"$python" -m skerry.cli.serve serve --port $port --data "$data" --rate 0 --sockets 0 --log-level error &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$data"' EXIT
until curl -fs "http://127.0.0.1:$port/healthz" > /dev/null; do sleep 0.2; done
cookie=$(curl -fsi -H 'content-type: application/json' -d '{"name": "Eve"}' \
  "http://127.0.0.1:$port/api/guests" | sed -n 's/^set-cookie: \([^;]*\);.*/\1/ip' | tr -d '\r')
token=$(curl -fs -H "cookie: $cookie" -H 'content-type: application/json' -d '{}' \
  "http://127.0.0.1:$port/api/tokens" | sed 's/.*"token":"\([^"]*\)".*/\1/')
table=$(curl -fs -H "Authorization: Bearer $token" -H 'content-type: application/json' \
  -d '{"game": "vanuatu", "seats": [{"kind": "me"}, {"kind": "me"}]}' \
  "http://127.0.0.1:$port/api/tables" | sed 's/.*"table":{"id":"\([^"]*\)".*/\1/')
printf '[parameters]\n"path.id" = "%s"\n' "$table" > "$data/schemathesis.toml"
${SCHEMATHESIS:-schemathesis} --config-file "$data/schemathesis.toml" run "http://127.0.0.1:$port/api/openapi.json" \
  -H "Authorization: Bearer $token" --max-examples "${1:-300}" --phases coverage,fuzzing \
  --exclude-path /api/tokens/revoke \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance
curl -fs "http://127.0.0.1:$port/healthz"
