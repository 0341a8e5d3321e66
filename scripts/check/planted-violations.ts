import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';

interface PlantedViolation {
  /** The rule of .dependency-cruiser.mjs that must find it. */
  readonly rule: string;
  readonly from: string;
  readonly text: string;
}

/** One offence for each import rule, in a small copy of our folders. */
export const plantedViolations: readonly PlantedViolation[] = [
  {
    rule: 'no-cycles',
    from: 'main/context/tokens/circle.ts',
    text: "import type { Round } from './round.ts';\nexport const circle: Round = 1;",
  },
  {
    rule: 'not-resolvable',
    from: 'main/context/tokens/lost.ts',
    text: "import '#main/nowhere.ts';",
  },
  {
    rule: 'electron-only-in-its-host',
    from: 'main/context/tokens/window.ts',
    text: "import { app } from 'electron';\nexport const name = app.getName();",
  },
  { rule: 'shared-only-zod', from: 'shared/disk.ts', text: "import 'node:fs';" },
  {
    rule: 'preload-only-electron-and-shared-types',
    from: 'preload/validate.ts',
    text: "import { z } from 'zod';\nexport const schema = z.string();",
  },
  {
    rule: 'preload-takes-types-only',
    from: 'preload/value.ts',
    text: "import { value } from '#shared/value.ts';\nexport const copy = value;",
  },
  {
    rule: 'renderer-knows-no-main-process',
    from: 'renderer/ui/reach.ts',
    text: "import type { Service } from '#main/context/tokens/service.ts';\nexport type Reach = Service;",
  },
  { rule: 'renderer-runs-in-a-browser', from: 'renderer/ui/disk.ts', text: "import 'node:fs';" },
  {
    rule: 'feature-internals-stay-inside',
    from: 'renderer/features/editor/peek.ts',
    text: "import { inside } from '../binder/inside.ts';\nexport const peek = inside;",
  },
  {
    rule: 'renderer-base-below-features',
    from: 'renderer/ui/above.ts',
    text: "import { inside } from '../features/binder/inside.ts';\nexport const above = inside;",
  },
  {
    rule: 'wings-know-no-host',
    from: 'main/context/tokens/host.ts',
    text: "import { serve } from '#main/hosts/web/serve.ts';\nexport const host = serve;",
  },
  {
    rule: 'rooms-keep-their-files',
    from: 'main/context/engine/steal.ts',
    text: "import type { Round } from '../tokens/round.ts';\nexport type Steal = Round;",
  },
  {
    rule: 'rooms-see-types-only',
    from: 'main/context/engine/value.ts',
    text: "import { service } from '../tokens/service.ts';\nexport const value = service;",
  },
  {
    rule: 'base-knows-nothing-above',
    from: 'main/base/upward.ts',
    text: "import type { Service } from '../context/tokens/service.ts';\nexport type Upward = Service;",
  },
  {
    rule: 'composition-is-the-roof',
    from: 'main/book/roof.ts',
    text: "import { createBook } from '../composition/create-book.ts';\nexport const roof = createBook;",
  },
  {
    rule: 'db-below-wings',
    from: 'main/db/upward.ts',
    text: "import type { Service } from '../context/tokens/service.ts';\nexport type Upward = Service;",
  },
  {
    rule: 'app-and-rpc-know-no-host',
    from: 'main/rpc/host.ts',
    text: "import { serve } from '../hosts/web/serve.ts';\nexport const host = serve;",
  },
  {
    rule: 'main-knows-no-interface',
    from: 'main/rpc/view.ts',
    text: "import { above } from '#renderer/ui/above.ts';\nexport const view = above;",
  },
  {
    rule: 'hosts-stay-apart',
    from: 'main/hosts/electron/neighbour.ts',
    text: "import { serve } from '../web/serve.ts';\nexport const neighbour = serve;",
  },
  {
    rule: 'cli-entry-chooses-the-web-host',
    from: 'main/hosts/cli/fabula.ts',
    text: "import { server } from '../web/server.ts';\nexport const entry = server;",
  },
  {
    rule: 'product-needs-no-tooling',
    from: 'main/rpc/tool.ts',
    text: "import { tool } from '../../scripts/tool.ts';\nexport const built = tool;",
  },
  {
    rule: 'main-packages-ship',
    from: 'main/rpc/bundler.ts',
    text: "import { build } from 'vite';\nexport const bundle = build;",
  },
  {
    rule: 'requests-leave-by-egress',
    from: 'main/ai/runs/ask.ts',
    text: "import { request } from 'node:https';\nexport const ask = request;",
  },
  {
    rule: 'sockets-leave-by-egress',
    from: 'main/ai/runs/socket.ts',
    text: "import { connect } from 'node:net';\nexport const socket = connect;",
  },
  {
    rule: 'egress-above-db-alone',
    from: 'main/egress/up.ts',
    text: "import type { Service } from '../ai/runs/service.ts';\nexport type Up = Service;",
  },
  {
    rule: 'book-reaches-up',
    from: 'main/book/documents/up.ts',
    text: "import type { Service } from '../../context/engine/service.ts';\nexport type Up = Service;",
  },
  {
    rule: 'context-reaches-up',
    from: 'main/context/engine/up.ts',
    text: "import type { Service } from '../../ai/runs/service.ts';\nexport type Up = Service;",
  },
  {
    rule: 'ai-reaches-up',
    from: 'main/ai/runs/up.ts',
    text: "import type { Service } from '../../assistant/agent/service.ts';\nexport type Up = Service;",
  },
];

const service = 'export interface Service {\n  name: string;\n}\nexport const service = 1;';

/** What the offenders import, besides the offenders themselves. */
const bystanders: Readonly<Record<string, string>> = {
  'shared/value.ts': 'export const value = 1;',
  'scripts/tool.ts': 'export const tool = 1;',
  'main/composition/create-book.ts': 'export const createBook = 1;',
  'main/hosts/web/serve.ts': 'export const serve = 1;',
  'main/hosts/web/server.ts': 'export const server = 1;',
  'main/context/tokens/round.ts':
    "import { circle } from './circle.ts';\nexport type Round = number;\nexport const round: Round = circle;",
  'main/context/tokens/service.ts': service,
  'main/context/engine/service.ts': service,
  'main/ai/runs/service.ts': service,
  'main/assistant/agent/service.ts': service,
  'renderer/features/binder/inside.ts': 'export const inside = 1;',
};

/** The whole planted tree: relative path → text. */
export function plantedFiles(): Record<string, string> {
  const offenders = plantedViolations.map(({ from, text }) => [from, `${text}\n`]);
  return {
    ...bystanders,
    ...Object.fromEntries(offenders),
    'package.json': readFileSync(path.join(root, 'package.json'), 'utf8'),
    'tsconfig.json': readFileSync(path.join(root, 'tsconfig.json'), 'utf8'),
  };
}
