import { call } from '#renderer/rpc/index.ts';
import type { Names } from './names.ts';

/**
 * What the writer calls constraints and entries of the codex.
 * @throws RpcError when one of the lists cannot be read
 */
export async function fetchNames(projectId: string): Promise<Names> {
  const [constraints, entities] = await Promise.all([
    call('constraints:list', { projectId }),
    call('knowledge:entities:list', { projectId }),
  ]);
  return new Map([
    ...constraints.items.map(({ constraintId, text }) => [constraintId, text] as const),
    ...entities.items.map(({ entityId, name }) => [entityId, name] as const),
  ]);
}
