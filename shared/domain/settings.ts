import { z } from 'zod';
import { Count } from './identifiers.ts';
import { InterfaceLanguage } from './interface-language.ts';
import { Prices } from './model-profile.ts';
import { WatchedWords } from './report.ts';
import { ModelPrefixes } from './sentence-model.ts';

export const Theme = z.enum(['system', 'light', 'dark']);
export const ToolPermission = z.enum(['off', 'ask', 'allow']);

const Endpoint = z.object({
  baseUrl: z.url(),
  model: z.string().min(1),
  /**
   * The writer was told that this address is not this machine, and lets it have what is fenced until a later chapter
   * or from a point of view (N3). What is never to be sent goes to no address.
   */
  sendsFenced: z.boolean().optional(),
  /** What a million tokens cost, for the purse (N12). */
  prices: Prices.pick({ currency: true, input: true }).optional(),
});

/** Who turns text into vectors. Keys of endpoints live with the model profiles, never here. */
export const EmbedderChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('builtin') }),
  z.object({ kind: z.literal('none') }),
  Endpoint.extend({ kind: z.literal('ollama') }),
  Endpoint.extend({ kind: z.literal('openai-compatible') }),
  /** A model of the writer's own in a folder of this machine (E5); without `prefixes` those its folder names. */
  z.object({
    kind: z.literal('model'),
    folder: z.string().min(1).max(4096),
    prefixes: ModelPrefixes.optional(),
  }),
]);
export type EmbedderChoice = z.infer<typeof EmbedderChoice>;

/** The name of a family of fonts: nothing that could end it where it is used. */
export const PageFont = z
  .string()
  .max(100)
  .regex(/^[^"'\\;{}<>\p{Cc}]*$/u);

export const Settings = z.object({
  /** Lets the inspector show prompts (S3-45). Stored by the main process; off until the writer asks. */
  debugMode: z.boolean(),
  /** Interface language; 'system' follows the machine. */
  language: z.union([InterfaceLanguage, z.literal('system')]),
  theme: Theme,
  /** 'system': more contrast where the machine asks for it (W5). */
  contrast: z.enum(['system', 'more']),
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
    /** The page's face in Chinese and in English books; '' is the program's own. */
    fontZh: PageFont,
    fontEn: PageFont,
    /** How long its lines are, and how far from one another. */
    measure: z.enum(['narrow', 'usual', 'wide']),
    spacing: z.enum(['tight', 'usual', 'loose']),
    /** The caret's line stays in the middle of the page. */
    typewriter: z.boolean(),
    /** All paragraphs but the caret's are dimmed. */
    dimOthers: z.boolean(),
    /** Whose spelling the check of an English book goes by; 'both' lets either stand (W5). */
    spelling: z.enum(['off', 'both', 'american', 'british']),
  }),
  /** The assistant's turns and what becomes of their messages (S2-01, S4-15). */
  assistant: z.object({
    /** Latest rounds that are never summarised. */
    keepRounds: z.number().int().min(1).max(1000),
    /** Model calls in one turn. */
    maxSteps: z.number().int().min(1).max(500),
    /** What one turn may cost in the model's currency; null: no limit. */
    maxCost: z.number().positive().nullable(),
    /** What is taken from the prompt goes to a file when it is longer than this. */
    offload: z.boolean(),
    offloadTokens: z.number().int().min(1).max(1_000_000),
    /** Model profile that writes summaries; null: the chosen one. */
    summaryProfileId: z.string().nullable(),
  }),
  /** Words a report tells the writer of, in every book (敏感词, W7). */
  watchedWords: WatchedWords,
  /** Keys the writer chose instead of a command's own, by the command's id; '' takes them away. */
  shortcuts: z.record(z.string().min(1).max(100), z.string().max(60)),
  /** Remembered panes and the like: the renderer's own, opaque to main. */
  layout: z.record(z.string(), z.json()),
});
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = {
  debugMode: false,
  language: 'system',
  theme: 'system',
  contrast: 'system',
  tools: { bash: 'off', terminal: 'off', web: 'off', mcp: 'ask' },
  ephemeralKeepRecent: null,
  embedder: { kind: 'builtin' },
  allowLaterChapters: false,
  keepAssemblies: true,
  redactSecrets: true,
  editor: {
    fontSize: 18,
    firstLineIndent: true,
    focusMode: false,
    fontZh: '',
    fontEn: '',
    measure: 'usual',
    spacing: 'usual',
    typewriter: false,
    dimOthers: false,
    spelling: 'both',
  },
  assistant: {
    keepRounds: 10,
    maxSteps: 50,
    maxCost: null,
    offload: true,
    offloadTokens: 2000,
    summaryProfileId: null,
  },
  watchedWords: [],
  shortcuts: {},
  layout: {},
};
