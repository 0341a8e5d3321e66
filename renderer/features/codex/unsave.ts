/** Takes back what the writer made of an entry (W1, W6). */
import { createWayBack } from '#renderer/app/way-back.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { EntityChange, WrittenEntity } from '#shared/domain/entity-change.ts';
import type { Entity } from '#shared/domain/knowledge.ts';

type Call = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

export const entityNow = async (
  call: Call,
  projectId: string,
  entityId: unknown,
): Promise<Entity | undefined> => {
  const { items } = await call('knowledge:entities:list', { projectId });
  return items.find((one) => one.entityId === entityId);
};

export const createUnsave = (call: Call) => {
  const wayBack = createWayBack<EntityChange>({
    changed: 'entity',
    takeBack: (projectId, changes) => call('knowledge:entities:takeBack', { projectId, changes }),
    nameNow: async (projectId, { entityId }) => (await entityNow(call, projectId, entityId))?.name,
  });

  /** What was written in it since is nobody's to lose. Resolves with false where it is taken back already. */
  return async (
    projectId: string,
    saved: Pick<WrittenEntity, 'changes' | 'name'>,
  ): Promise<unknown> => (await wayBack(saved)?.(projectId)) ?? false;
};
