/** The tools of one turn, without those that are switched off. */
import { z } from 'zod';
import type { Settings } from '#shared/domain/settings.ts';
import type { OfferedTool } from '../protocol/protocol.ts';
import type { Tool } from '../tool.ts';

/** The tools of one turn. */
export type Toolbox = {
  find(name: string): Tool | null;
  /** A tool there would be, had the writer not switched its kind off. */
  isOff(name: string): boolean;
  /** As models are told of them, in a fixed order. */
  offered: readonly OfferedTool[];
  names: readonly string[];
};

const isSwitch = (origin: string, switches: Settings['tools']): origin is keyof Settings['tools'] =>
  Object.hasOwn(switches, origin);

const schemaOf = (tool: Tool): Record<string, unknown> => {
  if (tool.inputSchema) return tool.inputSchema;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: 'input',
    // Bounds that every number has anyway would only cost the model tokens.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return schema;
};

/** What the writer has switched off is not even named to the model. The first of two tools of one name counts. */
export const createToolbox = (tools: readonly Tool[], switches: Settings['tools']): Toolbox => {
  const known = new Map<string, Tool>();
  const off = new Set<string>();
  for (const tool of tools) {
    const isOff = isSwitch(tool.origin, switches) && switches[tool.origin] === 'off';
    if (isOff) off.add(tool.name);
    else if (!known.has(tool.name)) known.set(tool.name, tool);
  }
  return {
    find: (name) => known.get(name) ?? null,
    isOff: (name) => off.has(name) && !known.has(name),
    offered: [...known.values()].map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: schemaOf(tool),
    })),
    names: [...known.keys()],
  };
};
