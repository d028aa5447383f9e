#!/bin/sh
# GNU parallel: SHARDS shards, JOBS of them at a time. A shard that is killed is tried again and goes on with its part.
set -u
n=${SHARDS:-8}
mkdir -p parts
seq "$n" | parallel --jobs "${JOBS:-4}" --retries 10 \
  trip sweep plan.json --shard {}/"$n" --out parts/part-{}.jsonl --workers 1 --quiet
trip sweep plan.json --merge parts --out results.jsonl
