import path from 'node:path'
import type { SvnFolders } from '../disk/svn-folders.ts'
import { isServableShortName, SVN_PREFIX } from '../model/svn-path.ts'

/** Files and folders of the private Apache, below `<data>/svn/apache`. */
export interface ApacheFiles {
  readonly root: string
  readonly main: string
  readonly secret: string
  readonly generation: string
  readonly projects: string
  readonly hooksEnvironment: string
  readonly run: string
}

export const apacheFiles = (folder: string): ApacheFiles => ({
  root: folder,
  main: path.join(folder, 'conf', 'httpd.conf'),
  secret: path.join(folder, 'conf', 'secret.conf'),
  generation: path.join(folder, 'conf', 'generation.conf'),
  projects: path.join(folder, 'conf', 'projects.d'),
  hooksEnvironment: path.join(folder, 'conf', 'hooks-env'),
  run: path.join(folder, 'run'),
})

/** Header with a secret that only the gateway knows. */
export const SECRET_HEADER = 'X-Svn-Gateway'
/** Apache answers this path with 204 as soon as it has read the configuration of that generation. */
export const readyPath = (generation: number): string => `/ready/${generation}`

const MODULES_FOLDER = '/usr/lib/apache2/modules'
const MODULES = [
  'mpm_event',
  'authn_core',
  'authn_anon',
  'auth_basic',
  'authz_core',
  'authz_user',
  'rewrite',
  'dav',
  'dav_svn',
  'authz_svn',
]

/** Text between double quotes of a configuration file; refuses characters that could end the quotes, instead of escaping them. */
const quoted = (text: string): string => {
  // eslint-disable-next-line no-control-regex -- what ends a line or a text
  if (/["\\$%\x00-\x1f]/.test(text))
    throw new Error(`Apache cannot be configured with the path ${JSON.stringify(text)}`)
  return `"${text}"`
}

/** svn-hosting §3: the settings for all repositories. */
export const mainConfiguration = (files: ApacheFiles, port: number): string => `# Written by Crocus at each start.
ServerRoot ${quoted(files.root)}
DefaultRuntimeDir ${quoted(files.run)}
PidFile ${quoted(path.join(files.run, 'httpd.pid'))}
Mutex pthread default
ServerName localhost
Listen 127.0.0.1:${port}
${MODULES.map(name => `LoadModule ${name}_module ${MODULES_FOLDER}/mod_${name}.so`).join('\n')}
ServerLimit 4
StartServers 1
ThreadsPerChild 32
MaxRequestWorkers 128
MinSpareThreads 8
MaxSpareThreads 64
KeepAlive On
Timeout 300
GracefulShutdownTimeout 1
# mod_dav compares Destination with the Host that was sent
UseCanonicalName Off
ServerTokens Prod
ServerSignature Off
TraceEnable Off
# sizes are limited by the rules of each repository
LimitRequestBody 0
LimitXMLRequestBody 0
LimitRequestLine 32768
LimitRequestFieldSize 32768
ErrorLog "|/bin/cat"
ErrorLogFormat "%-m:%l %M"
LogLevel warn
<Directory />
  AllowOverride None
  Require all denied
</Directory>
RewriteEngine On
Include ${quoted(files.secret)}
Include ${quoted(files.generation)}
SVNInMemoryCacheSize 65536
SVNUseUTF8 On
IncludeOptional ${quoted(path.join(files.projects, '*.conf'))}
`

/** Runs before authentication: every request without the secret gets 403. */
export const secretConfiguration = (secret: string): string => {
  if (!/^[0-9a-f]{32,}$/.test(secret)) throw new Error('The secret of the gateway must be hexadecimal')
  return `RewriteCond "%{HTTP:${SECRET_HEADER}}" "!=${secret}"\nRewriteRule "^" "-" [F,L]\n`
}

export const generationConfiguration = (generation: number): string =>
  `RewriteRule "^${readyPath(generation)}$" "-" [R=204,L]\n`

export const hooksEnvironment = (hookSocket: string): string =>
  `[default]\nPATH = /usr/bin:/bin\nLANG = C.UTF-8\nLC_ALL = C.UTF-8\nSVN_HOOK_SOCKET = ${hookSocket}\n`

/** The repositories of one project, including repositories that are created later in its folder. */
export const projectConfiguration = (
  files: ApacheFiles,
  folders: Pick<SvnFolders, 'repositories'>,
  project: { readonly id: number; readonly shortName: string },
): string => {
  if (!isServableShortName(project.shortName) || !Number.isSafeInteger(project.id))
    throw new Error(`The project ${JSON.stringify(project.shortName)} cannot appear in a configuration file`)
  return `<Location "${SVN_PREFIX}/${project.shortName}">
  DAV svn
  SVNParentPath ${quoted(path.join(folders.repositories, String(project.id)))}
  SVNListParentPath Off
  SVNPathAuthz On
  SVNAllowBulkUpdates Prefer
  SVNHooksEnv ${quoted(files.hooksEnvironment)}
  AuthzSVNReposRelativeAccessFile "../authz/access"
  AuthType Basic
  AuthName "svn"
  AuthBasicProvider anon
  Anonymous "*"
  Anonymous_MustGiveEmail Off
  Require valid-user
</Location>
`
}
