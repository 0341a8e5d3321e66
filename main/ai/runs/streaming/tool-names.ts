/** What every provider takes as the name of a tool. */
const maxNameLength = 64;
const allowed = /^[A-Za-z0-9_-]{1,64}$/u;

export type ToolNames = {
  /** The name on the wire. */
  toWire(name: string): string;
  /** The tool's own name; what was never offered stays as it came. */
  fromWire(name: string): string;
};

/**
 * Servers of the writer's choice name their tools as they please, providers are stricter: names they would refuse
 * travel under others, each of which means one tool.
 */
export const createToolNames = (names: readonly string[]): ToolNames => {
  const own = new Map<string, string>();
  const wire = new Map<string, string>();
  for (const name of names) if (allowed.test(name)) own.set(name, name);
  for (const name of names) {
    if (own.has(name)) continue;
    const stem = name.replace(/[^A-Za-z0-9_-]+/gu, '_').slice(0, maxNameLength - 4) || 'tool';
    let spelt = stem;
    for (let number = 2; own.has(spelt); number += 1) spelt = `${stem}_${number}`;
    own.set(spelt, name);
    wire.set(name, spelt);
  }
  return {
    toWire: (name) =>
      wire.get(name) ??
      (allowed.test(name)
        ? name
        : name.replace(/[^A-Za-z0-9_-]+/gu, '_').slice(0, maxNameLength) || 'tool'),
    fromWire: (name) => own.get(name) ?? name,
  };
};
