/** The table of what was decided of scenes. */
import { jsonColumn } from '#main/db/columns.ts';
import { Count, Timestamp } from '#shared/domain/identifiers.ts';
import { SceneFacts } from '#shared/domain/scene-facts.ts';
import { SceneMarks } from '../record-source.ts';
import type { RowTable } from '../row-store.ts';
import type { StoredSceneFacts } from './service.ts';

const Row = SceneFacts.omit({ opening: true }).extend({
  places: jsonColumn(SceneMarks),
  ...{ version: Count, createdAt: Timestamp, updatedAt: Timestamp },
});

export const sceneTable: RowTable<StoredSceneFacts> = {
  table: 'scenes',
  id: 'sceneId',
  columns: {
    ...{ sceneId: 'scene_id', status: 'status', synopsis: 'synopsis' },
    ...{ pointOfViewEntityId: 'point_of_view_entity_id', wordGoal: 'word_goal', places: 'places' },
  },
  schema: Row,
  toColumns: (scene) => ({ ...scene, places: JSON.stringify(scene.places) }),
};
