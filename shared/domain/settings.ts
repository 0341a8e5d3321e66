import { z } from 'zod';
import { Count, Language } from './identifiers.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export const ToolPermission = z.enum(['off', 'ask', 'allow']);

/** Who turns text into vectors. Keys of endpoints live with the model profiles, never here. */
export const EmbedderChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('builtin') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('ollama'), baseUrl: z.url(), model: z.string().min(1) }),
  z.object({ kind: z.literal('openai-compatible'), baseUrl: z.url(), model: z.string().min(1) }),
]);
export type EmbedderChoice = z.infer<typeof EmbedderChoice>;

export const Settings = z.object({
  /** Lets the inspector show prompts (S3-45). Stored by the main process; off until the writer asks. */
  debugMode: z.boolean(),
  /** Interface language; 'system' follows the machine. */
  language: z.union([Language, z.literal('system')]),
  theme: Theme,
  tools: z.object({
    bash: ToolPermission,
    terminal: ToolPermission,
    web: ToolPermission,
    mcp: ToolPermission,
  }),
  /** Overrides every tool's own N (S2-03); null leaves it to the tools. */
  ephemeralKeepRecent: Count.nullable(),
  embedder: EmbedderChoice,
  /** Passages of later chapters may be retrieved. */
  allowLaterChapters: z.boolean(),
  /** Keep the last assemblies for replay and comparison. */
  keepAssemblies: z.boolean(),
  redactSecrets: z.boolean(),
  editor: z.object({
    fontSize: z.number().int().min(12).max(32),
    firstLineIndent: z.boolean(),
    focusMode: z.boolean(),
  }),
  /** Remembered panes and the like: the renderer's own, opaque to main. */
  layout: z.record(z.string(), z.json()),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  debugMode: false,
  language: 'system',
  theme: 'system',
  tools: { bash: 'off', terminal: 'off', web: 'off', mcp: 'ask' },
  ephemeralKeepRecent: null,
  embedder: { kind: 'builtin' },
  allowLaterChapters: false,
  keepAssemblies: true,
  redactSecrets: true,
  editor: { fontSize: 18, firstLineIndent: true, focusMode: false },
  layout: {},
};
