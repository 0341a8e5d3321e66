/** Takes in what comes with a sample novel beside its chapters. */
import type { Fence } from '#shared/domain/fence.ts';
import { AppError } from '#shared/errors.ts';
import type { ConstraintsService } from '#main/book/constraints/service.ts';
import type { KnowledgeService } from '#main/book/knowledge/service.ts';
import type { MemoryService } from '#main/book/memory/service.ts';
import type { SampleParts } from '#main/book/projects/index.ts';
import type { SettingsService } from '#main/settings/service.ts';
import { createPlanSample, type PlanServices } from './plan-sample.ts';

type SampleServices = PlanServices & {
  constraints: ConstraintsService;
  knowledge: KnowledgeService;
  memory: MemoryService;
  settings: Pick<SettingsService, 'update'>;
};

/** Brings a sample's codex, constraints, memory and plans into its project. Keys of the seed become ids. */
export const createSample = ({
  constraints,
  knowledge,
  memory,
  settings,
  ...plan
}: SampleServices): SampleParts => ({
  plan: createPlanSample(plan),
  // Another data folder, for one, gave it a codex: it takes no second one.
  isTaken: (projectId) =>
    knowledge.listEntities(projectId).length + constraints.list(projectId).length > 0,
  importSeed(projectId, seed) {
    // The sample is there to be looked into: whoever opens it first finds the inspector switched on.
    settings.update({ debugMode: true });
    const ids = new Map<string, string>();
    const idOf = (key: string): string => {
      const id = ids.get(key);
      if (id === undefined) {
        throw new AppError(
          'PROJECT_FILE_INVALID',
          `The sample names an entry "${key}" it does not have.`,
        );
      }
      return id;
    };
    const fenceOf = (fence: Fence | null): Fence | null =>
      fence?.knownBy ? { ...fence, knownBy: fence.knownBy.map(idOf) } : fence;

    for (const { key, fence, ...entity } of seed.entities) {
      // Who knows of an entry is told by entries that may come later: fences are set in a second round.
      const created = knowledge.createEntity({
        projectId,
        ...entity,
        fence: fence?.knownBy ? null : fence,
      });
      ids.set(key, created.entityId);
    }
    for (const { key, fence } of seed.entities) {
      if (!fence?.knownBy) continue;
      knowledge.updateEntity({
        projectId,
        entityId: idOf(key),
        expectedVersion:
          knowledge.listEntities(projectId).find((entity) => entity.entityId === idOf(key))
            ?.version ?? 0,
        fence: fenceOf(fence),
      });
    }
    for (const { subject, object, ...relation } of seed.relations) {
      knowledge.createRelation({
        projectId,
        ...relation,
        subjectId: idOf(subject),
        objectId: idOf(object),
      });
    }
    // The seed lists constraints in the order in which they are to be sent.
    seed.constraints.forEach(({ fence, ...constraint }, index) => {
      constraints.create({
        projectId,
        ...constraint,
        source: 'user',
        priority: seed.constraints.length - index,
        fence: fenceOf(fence),
      });
    });
    for (const rule of seed.memoryRules) memory.createRule({ projectId, ...rule });
    for (const { text } of seed.episodes) memory.createEpisode({ projectId, text });
    const view = seed.pointOfView?.default;
    return { pointOfViewEntityId: view === undefined ? null : idOf(view) };
  },
});
