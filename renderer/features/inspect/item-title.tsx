import { titleParts } from './title-parts.ts';

/** Two passages of a chapter with a long title differ only at the end: the name gives way, the place stays. */
export function ItemTitle({ title }: { title: string }) {
  const { name, place } = titleParts(title);
  return (
    <span className="item-title" title={title}>
      <span>{name}</span>
      {place !== '' && <span>{place}</span>}
    </span>
  );
}
