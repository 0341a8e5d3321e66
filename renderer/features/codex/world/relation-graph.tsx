/** What ties an entry to others, as a picture beside the table that says the same: for the eye and the pointer only. */
import { useMemo } from 'react';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import { type Edge, frameFor, layoutGraph, type Point } from './graph-layout.ts';
import { insideOf, type Label, placeLabels } from './graph-labels.ts';
import type { Tie } from './ties.ts';

/** More would lie upon each other: those that share most chapters. */
export const maxDrawn = 24;
/** Strokes, px: of those that share one chapter, and of those that share most. */
const thin = 1;
const thick = 3.2;
const labelGap = 10;

type GraphProps = {
  entity: Entity;
  ties: readonly Tie[];
  relations: readonly Relation[];
  selected: string | null;
  onSelect: (entityId: string | null) => void;
  onOpen: (entityId: string) => void;
};

const edgesOf = (relations: readonly Relation[]): Edge[] =>
  relations.map(({ subjectId, objectId }) => ({ source: subjectId, target: objectId }));

/** The name in the middle stands over the line to its right. */
const middleLabel = ({ x, y }: Point): Label => ({
  x: x + labelGap,
  y: y - labelGap,
  textAnchor: 'start',
});

/** Places of signs and of names. */
const usePlaces = (entity: Entity, ties: readonly Tie[], relations: readonly Relation[]) => {
  const key = ties.map(({ other }) => `${other.entityId}\t${other.name}`).join('\n');
  return useMemo(() => {
    const others = key.split('\n').map((line) => line.split('\t'));
    const ids = others.map(([id = '']) => id);
    const frame = frameFor(ids.length);
    const places = layoutGraph(entity.entityId, ids, edgesOf(relations), frame);
    const middle = places.get(entity.entityId) ?? { x: frame.width / 2, y: frame.height / 2 };
    const named = others.flatMap(([id = '', name = '']) => {
      const at = places.get(id);
      return at ? [{ id, name, at }] : [];
    });
    const own = insideOf(middleLabel(middle), entity.name, frame);
    const taken = { name: entity.name, label: own, at: middle };
    return { frame, places, middle, own, labels: placeLabels(named, taken, frame) };
  }, [entity.entityId, entity.name, key, relations]);
};

/** Squares are places, factions and the like: people are round. */
function Sign({ kind, at, isChosen }: { kind: Entity['kind']; at: Point; isChosen: boolean }) {
  const chosen = isChosen || undefined;
  return kind === 'character' ? (
    <circle className="world-node" data-chosen={chosen} cx={at.x} cy={at.y} r={5} />
  ) : (
    <rect
      className="world-node"
      data-chosen={chosen}
      x={at.x - 4.5}
      y={at.y - 4.5}
      width={9}
      height={9}
    />
  );
}

function Lines({
  entity,
  ties,
  relations,
  selected,
  places,
}: GraphProps & { places: Map<string, Point> }) {
  const max = Math.max(1, ...ties.map(({ beside }) => beside));
  const middle = places.get(entity.entityId);
  const between = relations.filter(
    ({ subjectId, objectId }) =>
      subjectId !== entity.entityId &&
      objectId !== entity.entityId &&
      places.has(subjectId) &&
      places.has(objectId),
  );
  const line = (from: Point | undefined, to: Point | undefined) => ({
    ...{ x1: from?.x ?? 0, y1: from?.y ?? 0, x2: to?.x ?? 0, y2: to?.y ?? 0 },
  });
  return (
    <>
      {between.map(({ relationId, subjectId, objectId }) => (
        <line
          key={relationId}
          className="world-edge"
          data-far
          {...line(places.get(subjectId), places.get(objectId))}
        />
      ))}
      {ties.map(({ other, beside }) => (
        <line
          key={other.entityId}
          className="world-edge"
          data-chosen={other.entityId === selected || undefined}
          data-apart={beside === 0 || undefined}
          strokeWidth={thin + (thick - thin) * (beside / max)}
          {...line(middle, places.get(other.entityId))}
        />
      ))}
    </>
  );
}

export function RelationGraph(props: GraphProps) {
  const { entity, relations, selected, onSelect, onOpen } = props;
  const ties = props.ties.slice(0, maxDrawn);
  const { frame, places, middle, own, labels } = usePlaces(entity, ties, relations);
  return (
    <svg
      className="world-graph"
      width={frame.width}
      height={frame.height}
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      aria-hidden="true"
    >
      <Lines {...props} ties={ties} places={places} />
      {ties.map(({ other }) => {
        const at = places.get(other.entityId);
        if (at === undefined) return null;
        const isChosen = other.entityId === selected;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the table beside it has the same for keys
          <g
            key={other.entityId}
            className="world-tied"
            onPointerEnter={() => onSelect(other.entityId)}
            onPointerLeave={() => onSelect(null)}
            onClick={() => onOpen(other.entityId)}
          >
            <Sign kind={other.kind} at={at} isChosen={isChosen} />
            <text data-chosen={isChosen || undefined} {...labels.get(other.entityId)}>
              {other.name}
            </text>
          </g>
        );
      })}
      <circle className="world-node" data-middle cx={middle.x} cy={middle.y} r={7} />
      <text data-chosen {...own}>
        {entity.name}
      </text>
    </svg>
  );
}
