/**
 * Who may import whom. The table of ARCHITECTURE.md, as rules that `npm run check` proves to bite:
 * it counts the modules and plants one violation.
 */

/** The wings of main, lowest first; none reaches up. */
const wings = ['book', 'context', 'ai', 'assistant'];

const wingRules = wings.slice(0, -1).map((wing, floor) => ({
  name: `${wing}-reaches-up`,
  severity: 'error',
  from: { path: `^main/${wing}/` },
  to: { path: `^main/(${wings.slice(floor + 1).join('|')})/` },
}));

/** A room: a folder of a wing, or the settings, the way out and the purse, which every wing may ask. */
const room = `main/(?:(?:${wings.join('|')})/[^/]+|settings|egress|purse)`;
const anyWing = `main/(?:${wings.join('|')}|settings|egress|purse)`;

const packages = (names) => `(^|node_modules/)(${names})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'not-resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'electron-only-in-its-host',
      severity: 'error',
      from: { path: '^(shared|main|preload|renderer|vite)/', pathNot: '^(preload|main/hosts/electron)/' },
      to: { path: packages('electron') },
    },
    {
      name: 'shared-only-zod',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', packages('zod')] },
    },
    {
      name: 'preload-only-electron-and-shared-types',
      severity: 'error',
      from: { path: '^preload/' },
      to: { pathNot: ['^preload/', '^shared/', packages('electron')] },
    },
    {
      name: 'preload-takes-types-only',
      severity: 'error',
      from: { path: '^preload/' },
      to: { path: '^shared/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer-knows-no-main-process',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|preload|scripts|tests)/' },
    },
    {
      name: 'renderer-runs-in-a-browser',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'feature-internals-stay-inside',
      comment: "A feature is used through its index.ts or its store; not another feature's components.",
      severity: 'error',
      from: { path: '^renderer/features/([^/]+)/' },
      to: {
        path: '^renderer/features/([^/]+)/',
        pathNot: ['^renderer/features/$1/', '^renderer/features/[^/]+/index\\.tsx?$'],
      },
    },
    {
      name: 'renderer-base-below-features',
      severity: 'error',
      from: { path: '^renderer/(ui|i18n|rpc)/' },
      to: { path: '^renderer/(app|features)/' },
    },
    {
      name: 'wings-know-no-host',
      severity: 'error',
      from: { path: `^(?:${anyWing}|main/db)/` },
      to: { path: '^main/(hosts|rpc|app\\.ts)' },
    },
    {
      name: 'rooms-keep-their-files',
      comment: "Another room is seen only through its service.ts (or index.ts), and only as types.",
      severity: 'error',
      from: { path: `^(${room})/` },
      to: {
        path: `^${room}/`,
        pathNot: ['^$1/', `^${room}/(index|service)\\.ts$`],
      },
    },
    {
      name: 'rooms-see-types-only',
      comment: 'A worker puts its own thread together, as app.ts does the program.',
      severity: 'error',
      from: { path: `^(${room})/`, pathNot: '\\.worker\\.ts$' },
      to: { path: `^${room}/`, pathNot: '^$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'base-knows-nothing-above',
      comment: 'Files, text, processes and failures, as any program has them: the lowest floor of main.',
      severity: 'error',
      from: { path: '^main/base/' },
      to: { path: '^main/(?!base/)' },
    },
    {
      name: 'composition-is-the-roof',
      comment: 'It puts the rooms together: only app.ts asks it.',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/(app\\.ts|composition/)' },
      to: { path: '^main/composition/' },
    },
    {
      name: 'db-below-wings',
      severity: 'error',
      from: { path: '^main/db/' },
      to: { path: `^${anyWing}/` },
    },
    {
      name: 'app-and-rpc-know-no-host',
      severity: 'error',
      from: { path: '^main/(rpc/|app\\.ts|platform\\.ts)' },
      to: { path: '^main/hosts/' },
    },
    {
      name: 'main-knows-no-interface',
      comment: 'Its words are data: the hosts say some of them.',
      severity: 'error',
      from: { path: '^main/' },
      to: {
        path: ['^renderer/', '^preload/', packages('react|react-dom')],
        pathNot: '^renderer/i18n/[^/]+/[^/]+\\.json$',
      },
    },
    {
      name: 'hosts-stay-apart',
      comment: 'What all of them share lies in hosts/node.',
      severity: 'error',
      from: { path: '^main/hosts/([^/]+)/', pathNot: '^main/hosts/cli/fabula\\.ts$' },
      to: { path: '^main/hosts/[^/]+/', pathNot: '^main/hosts/($1|node)/' },
    },
    {
      name: 'cli-entry-chooses-the-web-host',
      comment: '`fabula serve` is the web host: the entry file alone starts it, through one door.',
      severity: 'error',
      from: { path: '^main/hosts/cli/fabula\\.ts$' },
      to: { path: '^main/hosts/', pathNot: '^main/hosts/((cli|node)/|web/serve\\.ts$)' },
    },
    {
      name: 'product-needs-no-tooling',
      severity: 'error',
      from: { path: '^(shared|main|preload|renderer)/' },
      to: { path: '^(scripts|tests|vite)/' },
    },
    {
      name: 'main-packages-ship',
      comment: 'What the main process imports at run time must be a dependency, not a devDependency.',
      severity: 'error',
      from: { path: '^main/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: packages('electron') },
    },
    {
      name: 'requests-leave-by-egress',
      comment: 'What opens connections is imported by the one way out; the web host waits for some, and opens none.',
      severity: 'error',
      from: { path: '^main/', pathNot: '^main/(egress|hosts/web)/' },
      to: {
        path: ['^(node:)?(https?|http2|tls|dgram|dns|dns/promises)$', packages('undici|axios|got|ws')],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'sockets-leave-by-egress',
      comment: 'Two sources of the page reader ask node:net what an address is.',
      severity: 'error',
      from: {
        path: '^main/',
        pathNot: '^main/(egress/|assistant/agent/tools/web/address(-of|es)\\.ts$)',
      },
      to: { path: '^(node:)?net$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'egress-above-db-alone',
      severity: 'error',
      from: { path: '^main/(egress|purse)/' },
      to: { path: `^(?:main/(?:${wings.join('|')}|settings|hosts|rpc)/|main/app\\.ts)` },
    },
    ...wingRules,
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|release)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
