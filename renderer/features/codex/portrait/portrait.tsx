/** An entry's portrait, or the first letter of its name. Beside the name, so that readers need no words for it. */
import { useEffect } from 'react';
import { useSession } from '#renderer/app/session.ts';
import { initialOf } from '../initial.ts';
import { usePortraitOf, usePortraits, wantPortrait } from './store.ts';

type PortraitProps = { entityId: string; name: string; className: string };

export function Portrait({ entityId, name, className }: PortraitProps) {
  const lang = useSession(({ project }) => project?.language);
  const version = usePortraits(({ versions }) => versions.get(entityId));
  const image = usePortraitOf(entityId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version is another picture
  useEffect(() => void wantPortrait(entityId), [entityId, version]);
  return (
    <span className={className} lang={lang} aria-hidden="true">
      {image === null ? initialOf(name) : <img className="codex-portrait" src={image} alt="" />}
    </span>
  );
}
