/** `12:03:44`, in the zone of this machine. */
export function clockTime(moment: number | string | null): string {
  return moment === null ? '--:--:--' : new Date(moment).toTimeString().slice(0, 8);
}
