/** Takes back what the writer made of a habit (W1). */
import { fieldChanged } from '#renderer/app/steps.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { MemoryRule } from '#shared/domain/memory.ts';

type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

const facts = ['text', 'confidence', 'confirmed'] as const;

/** What of it the step changed. */
const changedBy = (stored: MemoryRule, before: MemoryRule) =>
  facts.filter((fact) => stored[fact] !== before[fact]);

/**
 * What was written in it since is nobody's to lose, and is named.
 * @returns `before`: as it stood, null where there was none; false where it is so already
 */
export const createUnsave =
  (call: Call) =>
  async (projectId: string, stored: MemoryRule, before: MemoryRule | null): Promise<boolean> => {
    const { ruleId } = stored;
    const { items } = await call('memory:rules:list', { projectId });
    const now = items.find((one) => one.ruleId === ruleId);
    if (now === undefined) {
      if (before === null) return false;
      throw fieldChanged({ changed: 'habit', name: stored.text, fields: ['deleted'] });
    }
    const open =
      before === null
        ? [...facts]
        : changedBy(stored, before).filter((fact) => now[fact] !== before[fact]);
    const fields = open.filter((fact) => now[fact] !== stored[fact]);
    if (fields.length > 0) throw fieldChanged({ changed: 'habit', name: now.text, fields });
    if (open.length === 0) return false;
    if (before === null) await call('memory:rules:delete', { projectId, ruleId });
    else {
      const back = Object.fromEntries(open.map((fact) => [fact, before[fact]]));
      const change = { projectId, ruleId, expectedVersion: now.version, ...back };
      await call('memory:rules:update', change);
    }
    return true;
  };
