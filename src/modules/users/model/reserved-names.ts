const words = new Set(
  (
    'pub users compile lists slayer orbital tokyojoe webdev projects monitor mirror mirrors root bin daemon adm lp sync ' +
    'shutdown halt uucp operator games mysql httpd nobody dummy munin mailman ftpadmin codendiadm imadmin-bot apache nscd ' +
    'git gitolite'
  ).split(' '),
)
/** Host names of services, each optionally with one digit. */
const hosts = /^(www|cvs|shell|ftp|irc|news|mail|ns|download)\d?$/

/** Names that neither an account nor a project may take, whatever their case (projects.md §3). */
export const isReservedName = (name: string): boolean => {
  const lower = name.toLowerCase()
  return words.has(lower) || hosts.test(lower) || lower.startsWith('forge__')
}
