import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createResultProcessor } from '#main/assistant/agent/offload/index.ts';
import type { Tool, ToolContext } from '#main/assistant/agent/tool.ts';
import { createMachineTools, type Machine } from '#main/assistant/agent/tools/machine-tools.ts';
import type { ContextFilesDependencies } from '#main/assistant/files/index.ts';
import type { ToolResult } from '#main/assistant/conversation/service.ts';
import { noBookSettings } from '#shared/domain/book-settings.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type FilesWorld, openFilesWorld } from './context-files.ts';
import { openEgress } from './egress.ts';

export type MachineWorld = FilesWorld & {
  machine: Machine;
  /** The project's folder. */
  project: string;
  temporary: string;
  /** Ends what tools do, as the writer's stop does. */
  stop(): void;
  context(change?: Partial<ToolContext>): ToolContext;
  tool(name: string): Tool;
  /** As the loop runs a tool: input parsed, result processed. */
  run(name: string, input: unknown, change?: Partial<ToolContext>): Promise<ToolResult>;
};

/** Nothing is kept back. */
export const openView: ToolContext['view'] = {
  hidesNames: false,
  allowsDocument: () => true,
  allowsEntity: () => true,
  allowsRelation: () => true,
  allowsConstraint: () => true,
  allowsText: () => true,
  redact: (text) => ({ text, redacted: 0 }),
  redactUnsendable: (text) => ({ text, redacted: 0 }),
  closed: () => new Set(),
  closes: () => false,
  openSince: () => () => true,
  namesIn: () => [],
  names: {},
  redactSaid: (text) => text,
};

/** The tools of the machine over real context files, real processes and a folder of their own. */
export const openMachineWorld = (
  options: {
    files?: Partial<ContextFilesDependencies>;
    machine?: Partial<Parameters<typeof createMachineTools>[0]>;
  } = {},
): MachineWorld => {
  const world = openFilesWorld(options.files);
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fabula-machine-')));
  const project = join(root, '我的小说');
  const temporary = join(root, 'temporary');
  mkdirSync(project);
  const info: ProjectInfo = {
    projectId: 'p1',
    name: '我的小说',
    language: 'zh-CN',
    path: project,
    readOnly: false,
    documents: [],
    problems: [],
    pointOfViewEntityId: null,
    ...noBookSettings,
  };
  const egress = openEgress();
  const machine = createMachineTools({
    egress,
    contextFiles: world.files,
    projects: { get: () => info },
    closedPassages: () => Promise.resolve(null),
    clock: { now: () => world.time.now },
    logger: {
      log: (level, message, fields) => {
        world.logs.push(fields ? { level, message, fields } : { level, message });
      },
    },
    environment: process.env,
    temporaryFolder: temporary,
    ...options.machine,
  });
  const process_ = createResultProcessor({ contextFiles: world.files });
  const ending = new AbortController();
  let calls = 0;
  const context = (change: Partial<ToolContext> = {}): ToolContext => {
    calls += 1;
    return {
      projectId: 'p1',
      conversationId: 'c1',
      turnId: 't1',
      callId: `call_${calls}`,
      program: null,
      language: 'zh-CN',
      view: openView,
      opensFile: () => true,
      pageBytes: 48 * 1024,
      setTodos: () => undefined,
      signal: ending.signal,
      ...change,
    };
  };
  const tool = (name: string): Tool => {
    const found = machine.tools.find((one) => one.name === name);
    if (!found) throw new Error(`there is no tool ${name}`);
    return found;
  };
  return {
    ...world,
    machine,
    project,
    temporary,
    stop: () => ending.abort(),
    context,
    tool,
    async run(name, input, change) {
      const used = tool(name);
      const own = context(change);
      return process_(used, await used.run(used.input.parse(input), own), own);
    },
    async close() {
      await machine.close();
      egress.end();
      await world.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
};

/** Whether a process is there and does something: one that waits to be collected does not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const state = `/proc/${pid}/stat`;
  return !existsSync(state) || !/^\d+ \(.*\) Z/s.test(readFileSync(state, 'utf8'));
};

/** Waits for what another process does. */
export const until = async <T>(look: () => T | Promise<T>): Promise<T> => {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};

/** A text out of a result's data. */
export const wordOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  throw new Error(`expected a text, got ${typeof value}`);
};
