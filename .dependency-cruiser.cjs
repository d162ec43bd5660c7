// The allowed imports among modules and rooms. `npm run lint:deps` checks them; docs/ARCHITECTURE.md says why.
// Every rule was seen to fire on a planted violation with dependency-cruiser 17.4.3 and 18.7.2, TypeScript 5.9 and 6.0, Node 22.

// With TypeScript 7 dependency-cruiser 18 reads no .ts file and exits 0: green with nothing checked.
const { version } = require('typescript/package.json')
if (Number.parseInt(version) >= 7)
  throw new Error(`dependency-cruiser cannot read TypeScript ${version}; keep a 6.x for it`)

/** Lowest first: a module may import the doors of those before it, never of those after it. */
const modules = [
  'settings',
  'users',
  'projects',
  'auth',
  'oauth',
  'site-administration',
  'files',
  'fields',
  'trackers',
  'artifacts',
  'planning',
  'kanbans',
  'roadmaps',
  'svn',
  'imports',
  'exports',
  'tracker-definitions',
  'search',
  'presence',
  'changes',
  'exchange',
  'audit',
  'agents',
  'notifications',
  'inbox',
  'webhooks',
  'sample-project',
  'mcp',
  'backups',
]
/**
 * Rooms: the folders of a large module, lowest first. A room may import those before it, never those after it; the files beside the rooms
 * (interface, wiring, main routes) may import all of them.
 */
const rooms = {
  'src/modules/users': ['model', 'store', 'read', 'write'],
  'src/modules/projects': ['model', 'store', 'read', 'groups', 'administration', 'transfer'],
  'src/modules/auth': ['model', 'store', 'sessions', 'factors', 'authenticate', 'access-keys', 'accounts'],
  'src/modules/oauth': ['model', 'store', 'applications', 'provider', 'consent'],
  'src/modules/files': ['model', 'contents', 'uploads', 'temporary', 'attachments'],
  'src/modules/trackers': ['model', 'store', 'read', 'create', 'definition', 'workflow', 'export'],
  'src/modules/artifacts': [
    'model',
    'store',
    'access',
    'outlines',
    'workflow',
    'represent',
    'sets',
    'queries',
    'aggregates',
    'texts',
    'read',
    'history',
    'past',
    'reports',
    'export',
    'activity',
    'commit',
    'write',
    'comments',
    'ranks',
    'move',
    'transfer',
    'delete',
    'trash',
    'undo',
    'rehearse',
    'batch',
    'portions',
    'explain',
  ],
  'src/modules/planning': ['model', 'store', 'read', 'write', 'cardwall', 'transfer'],
  'src/modules/kanbans': ['model', 'store', 'read', 'write', 'transfer'],
  'src/modules/svn': ['model', 'store', 'disk', 'settings', 'hooks', 'gateway', 'revisions', 'transfer'],
  'src/modules/agents': ['model', 'store', 'policies', 'approvals'],
  'src/modules/audit': ['model', 'store', 'seal', 'check', 'read'],
  'src/modules/changes': ['model', 'visibility', 'reading', 'stream', 'feed'],
  'src/modules/exchange': ['model', 'lines', 'store', 'run', 'manage', 'export'],
  'src/modules/imports': ['archive', 'plan', 'commit', 'run'],
  'src/modules/webhooks': ['model', 'store', 'queue', 'deliver', 'manage'],
  'src/modules/sample-project': ['content', 'archive'],
  'src/modules/tracker-definitions': ['model', 'parse', 'store', 'change'],
  'src/platform/http': ['headers', 'schemas', 'response', 'request', 'routes', 'contract', 'server'],
}
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    forbid(
      'no-circular',
      'Move the shared part down, or let the upper one listen to an event.',
      {},
      { circular: true },
    ),
    forbid(
      'platform-knows-no-module',
      'src/platform is the ground: it names no domain term.',
      { path: '^src/platform/' },
      { path: '^src/(modules/|app)' },
    ),
    forbid(
      'module-by-its-door',
      "Import another module's index.ts, not its insides.",
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/index[.]ts$'] },
    ),
    forbid(
      'own-door-is-for-others',
      'Inside a module, import the file itself.',
      { path: '^src/modules/([^/]+)/' },
      { path: '^src/modules/$1/index[.]ts$' },
    ),
    ...modules
      .slice(0, -1)
      .map((name, i) =>
        forbid(
          `order-of-${name}`,
          'An upper module; emit an event or move the code up.',
          { path: `^src/modules/${name}/` },
          { path: `^src/modules/(${modules.slice(i + 1).join('|')})/` },
        ),
      ),
    forbid(
      'module-is-listed',
      'Give the new module its place in the list above.',
      { pathNot: `^src/modules/(${modules.join('|')})/`, path: '^src/modules/' },
      {},
    ),
    ...Object.entries(rooms).flatMap(([folder, names]) => [
      ...names.map((name, i) =>
        forbid(
          `order-of-rooms-${folder.split('/').at(-1)}-${name}`,
          'A room imports those before it; move the shared part down.',
          { path: `^${folder}/${name}/`, pathNot: '[.]test[.]ts$' },
          { path: [...names.slice(i + 1).map(later => `^${folder}/${later}/`), `^${folder}/[^/]+$`] },
        ),
      ),
      forbid(
        `room-is-listed-${folder.split('/').at(-1)}`,
        'Give the new room its place in the list above.',
        { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${names.join('|')})/` },
        {},
      ),
    ]),
    forbid(
      'no-barrel-in-a-module',
      'Only the module has an index.ts.',
      { path: '^src/modules/[^/]+/.+/index[.]ts$' },
      {},
    ),
    forbid(
      'sql-in-stores',
      'SQL lives in *.store.ts, field types and src/platform/db.',
      {
        path: '^src/',
        pathNot: ['[.]store[.]ts$', '[.]test[.]ts$', '^src/modules/fields/types/', '^src/platform/db/'],
      },
      { path: '(^|/)node_modules/(kysely|pg)/' },
    ),
    forbid(
      'routes-call-operations',
      'A route calls an operation or a query, never a store.',
      { path: '[.]routes[.]ts$' },
      { path: '[.]store[.]ts$' },
    ),
    forbid(
      'fastify-at-the-edge',
      'Operations, stores and field types know no HTTP server.',
      { path: '^src/', pathNot: ['[.](routes|hook)([.]test)?[.]ts$', '^src/(app|main)[.]ts$', '^src/platform/http/'] },
      { path: '(^|/)node_modules/(fastify|@fastify)/' },
    ),
    ...['', 'lists/', 'automatic/', 'layout/'].map(group =>
      forbid(
        `field-types-are-apart-${group}`,
        'Share through a helper in src/modules/fields/, not through a sibling type.',
        { path: `^src/modules/fields/types/${group}([^/.]+)[.]` },
        { path: '^src/modules/fields/types/', pathNot: `^src/modules/fields/types/${group}$1[.]` },
      ),
    ),
    forbid('web-by-the-client', 'The web UI calls the API as any client does.', { path: '^web/' }, { path: '^src/' }),
    forbid(
      'no-test-in-product',
      'Shared test helpers live in test/.',
      { path: '^(src|web)/', pathNot: '[.]test[.]tsx?$' },
      { path: '(^test/|[.]test[.]tsx?$)' },
    ),
    forbid(
      'no-dev-dependency-in-product',
      'Move it to dependencies.',
      { path: '^src/', pathNot: '[.]test[.]ts$' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Built pages are output, with cycles of their own.
    exclude: { path: '^web/dist/' },
  },
}
