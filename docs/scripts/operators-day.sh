#!/bin/sh
# A day of an operator, for cron. Each part may run twice: the second time it changes nothing that the first has done.
#
#   0 8 * * *     operators-day.sh morning
#   */5 * * * *   operators-day.sh watch
#   0 22 * * *    operators-day.sh night
#
# Which bot: TRIQUAD_URL and TRIQUAD_TOKEN, the current context ("triquad context use"), or the bot of this machine.
set -eu

reports=${REPORTS:-$HOME/triquad-reports}
# Only for the bot of this machine: its files are copied.
backups=${BACKUPS:-}
most_drawdown=${MOST_DRAWDOWN:-2}
today=$(date -u +%Y-%m-%d)
mkdir -p "$reports"

say() {
  printf '%s %s\n' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$*"
}

# Runs on paper with these limits; a bot that runs with others is left alone, with exit code 5.
morning() {
  triquad ensure running --mode paper --min-profit "${MIN_PROFIT:-0.2}" --max-capital "${MAX_CAPITAL:-500}" --wait 60 > /dev/null
  triquad wait --for running --within 60 > /dev/null
  say running
}

# Looks once. Exit code 124 says that the drawdown has not passed its limit.
watch() {
  code=0
  triquad wait --for "drawdown>$most_drawdown" --within 0 > /dev/null 2>&1 || code=$?
  case $code in
    0)
      say "ALERT: drawdown above $most_drawdown %"
      triquad ensure stopped --wait 60 > /dev/null
      ;;
    124) say "drawdown within $most_drawdown %" ;;
    *) exit "$code" ;;
  esac
}

# A report takes its name once it is whole.
report() {
  triquad trades --since "$today" --limit 500 --csv > "$reports/trades-$today.csv.part"
  mv "$reports/trades-$today.csv.part" "$reports/trades-$today.csv"
  say "trades-$today.csv"
}

night() {
  report
  triquad ensure stopped --wait 120 > /dev/null
  say stopped
  [ -z "$backups" ] || backup
}

# The newest 14 stay. What is verified is a copy restored from the backup, not the original.
backup() {
  triquad backup "$backups" --keep 14 > /dev/null
  newest=$(ls -d "$backups"/triquad-* | tail -n 1)
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  triquad restore "$newest" --data-dir "$scratch/triquad" > /dev/null
  triquad doctor --data-dir "$scratch/triquad" > "$reports/verified-$today.txt"
  say "backup $(basename "$newest") verified"
}

case ${1:-} in
  morning | watch | report | night) "$1" ;;
  *)
    echo "usage: operators-day.sh morning|watch|report|night" >&2
    exit 2
    ;;
esac
