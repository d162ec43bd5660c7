/** Events of a repository at which the hook program asks the server (svn.md §3.3, §3.4, §3.6). */
export const hookNames = ['pre-commit', 'post-commit', 'pre-revprop-change', 'post-revprop-change'] as const
export type HookName = (typeof hookNames)[number]

/**
 * The program of all hooks of all repositories: it asks the server over a socket, and refuses if the server does not answer. A shell
 * script, because starting Node at each commit would cost ten times as much.
 */
export const hookProgram = `#!/bin/sh
# Asks Crocus whether a commit may be made, and tells it of those that were. Links in hooks/ of each repository lead here.
set -u
name=\${0##*/}
set -- "$name" "$@"
case $1 in
  pre-commit)  set -- --data-urlencode "repository=$2" --data-urlencode "transaction=$3" ;;
  post-commit) set -- --data-urlencode "repository=$2" --data-urlencode "revision=$3" ;;
  pre-revprop-change|post-revprop-change)
     set -- --data-urlencode "repository=$2" --data-urlencode "revision=$3" --data-urlencode "user=$4" \\
            --data-urlencode "property=$5" --data-urlencode "action=$6" --data-urlencode "value@-" ;;
  *) echo "There is no hook $name." >&2; exit 1 ;;
esac
out=$(/usr/bin/curl -q -sS --max-time 600 --unix-socket "$SVN_HOOK_SOCKET" -w '\\n%{http_code}' "$@" "http://svn/$name" 2>/dev/null)
[ $? -eq 0 ] || { echo "The server that checks commits does not answer: nothing was changed, try again later." >&2; exit 1; }
code=\${out##*
}
[ "$code" = 200 ] && exit 0
printf '%s\\n' "\${out%
*}" >&2
exit 1
`
