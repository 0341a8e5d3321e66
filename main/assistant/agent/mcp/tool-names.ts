/** What every provider takes as the name of a tool. */
const nameShape = /^[A-Za-z0-9_-]{1,64}$/;
const maxNameLength = 64;

const fitting = (text: string): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, maxNameLength);

/** A name that `taken` does not have, numbered from 2 if need be. */
const unused = (wish: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wish)) return wish;
  for (let count = 2; ; count += 1) {
    const ending = `_${count}`;
    const name = wish.slice(0, maxNameLength - ending.length) + ending;
    if (!taken.has(name)) return name;
  }
};

/**
 * Names for the tools of servers, in order: their own where it is free and a name every provider takes, otherwise
 * `<server>__<tool>`. The answer is as long as `tools` and holds no name twice and none of `reserved`.
 */
export const nameTools = (
  tools: readonly { server: string; tool: string }[],
  reserved: Iterable<string>,
): string[] => {
  const taken = new Set(reserved);
  const own = new Map<string, number>();
  for (const { tool } of tools) own.set(tool, (own.get(tool) ?? 0) + 1);
  return tools.map(({ server, tool }) => {
    const free = nameShape.test(tool) && !taken.has(tool) && own.get(tool) === 1;
    const name = free ? tool : unused(fitting(`${server}__${tool}`), taken);
    taken.add(name);
    return name;
  });
};
