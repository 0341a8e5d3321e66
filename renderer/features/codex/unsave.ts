/** Takes back what a form made of an entry (W1, W6). */
import { isSame } from '#renderer/app/merge-drafts.ts';
import { fieldChanged } from '#renderer/app/steps.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';

type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

type Facts = Omit<Entity, 'version' | 'updatedAt' | 'tokenCount'>;

const factsOf = ({ version: _v, updatedAt: _u, tokenCount: _t, ...facts }: Entity): Facts => facts;

/** In one order: what was made and what was read again may tell them in different ones. */
const inOrder = (entity: Entity): unknown[] =>
  Object.entries(factsOf(entity)).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** Whether nothing was written in an entry since; what was taken back again was not written. */
const isUnchanged = (now: Entity, since: Entity): boolean => isSame(inOrder(now), inOrder(since));

/** What of an entry was something else before. */
const fieldsBack = (before: Entity, stored: Entity): Partial<Facts> => {
  const now = new Map<string, unknown>(Object.entries(factsOf(stored)));
  return Object.fromEntries(
    Object.entries(factsOf(before)).filter(([field, value]) => !isSame(value, now.get(field))),
  );
};

export const entityNow = async (
  call: Call,
  projectId: string,
  entityId: string,
): Promise<Entity | undefined> => {
  const { items } = await call('knowledge:entities:list', { projectId });
  return items.find((one) => one.entityId === entityId);
};

/** What the writer gave an entry that is not among its own facts, and would be out of reach with it. */
const isTied = async (call: Call, projectId: string, entityId: string): Promise<boolean> => {
  const [relations, portraits] = await Promise.all([
    call('knowledge:relations:list', { projectId }),
    call('knowledge:portraits:list', { projectId }),
  ]);
  return (
    portraits.items.some((one) => one.entityId === entityId) ||
    relations.items.some(({ subjectId, objectId }) => [subjectId, objectId].includes(entityId))
  );
};

/** What was written in it since is nobody's to lose. */
export const createUnsave =
  (call: Call) =>
  async (projectId: string, stored: Entity, before: Entity | null): Promise<void> => {
    const { entityId } = stored;
    const now = await entityNow(call, projectId, entityId);
    if (now === undefined || !isUnchanged(now, stored)) throw fieldChanged();
    const scope = { projectId, entityId };
    if (before === null) {
      if (await isTied(call, projectId, entityId)) throw fieldChanged();
      await call('knowledge:entities:delete', scope);
    } else {
      const change = { ...scope, expectedVersion: now.version };
      await call('knowledge:entities:update', { ...change, ...fieldsBack(before, stored) });
    }
  };
