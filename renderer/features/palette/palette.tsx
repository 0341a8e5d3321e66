import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { chapterHeading } from '#shared/chapter-heading.ts';
import {
  availableCommands,
  type CommandGroup,
  type Command as DeskCommand,
  useCommandRegistry,
} from '#renderer/app/commands.ts';
import { notify } from '#renderer/app/notices.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import { shownShortcut } from '#renderer/app/shortcut-choices.ts';
import { useSession } from '#renderer/app/session.ts';
import { showEntity } from '#renderer/features/codex/index.ts';
import { type Translate, useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Kbd } from '#renderer/ui/index.ts';
import type { Entity } from '#shared/domain/knowledge.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { closeAndRun } from './close-and-run.ts';
import { holdsWords } from './holds-words.ts';
import { PaletteEmpty, PaletteField, PaletteFoot, PaletteFrame } from './palette-frame.tsx';
import { PassageItems } from './passage-items.tsx';
import { usePassages } from './use-passages.ts';
import './palette.css';

/** What can be done is looked at once more when it is chosen: it may be as the list was drawn no more. */
function choose({ id, run }: DeskCommand, title: string, t: Translate): void {
  const isPossible = availableCommands().some((command) => command.id === id);
  closeAndRun(
    isPossible ? run : () => notify({ place: 'binder', text: t('palette:impossible', { title }) }),
  );
}

const groupOrder: readonly CommandGroup[] = ['now', 'writing', 'panels', 'view', 'project'];

function CommandItems({ commands }: { commands: readonly DeskCommand[] }) {
  const { t } = useWords();
  const choices = usePreferences(({ settings }) => settings.shortcuts);
  return groupOrder.map((group) => {
    const members = commands.filter((command) => command.group === group);
    if (members.length === 0) return null;
    return (
      <Command.Group key={group} heading={t(`palette:groups.${group}`)}>
        {members.map((command) => {
          const { id, titleKey, titleIn, alsoKey, hintKey } = command;
          const shortcut = shownShortcut(command, choices);
          const title = titleIn?.(t) ?? t(titleKey);
          const keywords = [title, ...[alsoKey, hintKey].flatMap((key) => (key ? [t(key)] : []))];
          return (
            <Command.Item
              key={id}
              value={id}
              keywords={keywords}
              onSelect={() => choose(command, title, t)}
            >
              <span className="palette-name">{title}</span>
              {hintKey !== undefined && <span className="palette-hint">{t(hintKey)}</span>}
              <span className="palette-space" />
              {shortcut !== undefined && <Kbd shortcut={shortcut} />}
            </Command.Item>
          );
        })}
      </Command.Group>
    );
  });
}

/** Most of one kind shown: a book of thousands of chapters would otherwise be drawn at every key. */
const maxShown = 50;

const found = <T,>(items: readonly T[], query: string, keywords: (item: T) => string[]): T[] =>
  items.filter((item) => holdsWords('', query, keywords(item)) > 0).slice(0, maxShown);

const chapterKeywords = (document: DocumentInfo) => [document.title, String(document.chapter)];
const entityKeywords = (entity: Entity) => [entity.name, ...entity.aliases];

function ChapterItems({ query }: { query: string }) {
  const { t } = useWords();
  const documents = useSession((session) => session.project?.documents);
  const openDocument = useSession((session) => session.openDocument);
  const shown = found(documents ?? [], query, chapterKeywords);
  if (shown.length === 0) return null;
  return (
    <Command.Group heading={t('palette:groups.chapters')}>
      {shown.map((document) => {
        const { label, title } = chapterHeading(document.title);
        return (
          <Command.Item
            key={document.documentId}
            value={`chapter:${document.documentId}`}
            keywords={chapterKeywords(document)}
            onSelect={() => closeAndRun(() => openDocument(document.documentId))}
          >
            {label !== null && <span className="palette-hint">{label}</span>}
            <span className="palette-name">{title}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}

function useEntities(): readonly Entity[] {
  const projectId = useSession((session) => session.project?.projectId);
  const [entities, setEntities] = useState<readonly Entity[]>([]);
  useEffect(() => {
    if (projectId === undefined) return;
    // Without the codex the palette still has commands and chapters; its panel says what is wrong.
    call('knowledge:entities:list', { projectId }).then(
      ({ items }) => setEntities(items),
      () => setEntities([]),
    );
  }, [projectId]);
  return entities;
}

function CodexItems({ query }: { query: string }) {
  const { t } = useWords();
  const entities = found(useEntities(), query, entityKeywords);
  if (entities.length === 0) return null;
  return (
    <Command.Group heading={t('palette:groups.codex')}>
      {entities.map((entity) => (
        <Command.Item
          key={entity.entityId}
          value={`entity:${entity.entityId}`}
          keywords={entityKeywords(entity)}
          onSelect={() => closeAndRun(() => void showEntity(entity))}
        >
          <span className="palette-name">{entity.name}</span>
          <span className="palette-hint">{t(`binder:kinds.${entity.kind}`)}</span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

const offered = (): readonly DeskCommand[] =>
  availableCommands().filter((command) => command.id !== 'dialog.palette');

/** What can be done now; `look` looks again, as what there is to do at all, and the book, do by changing. */
function useOffered() {
  const [commands, setCommands] = useState(offered);
  const look = () => setCommands(offered());
  useEffect(() => {
    const lookAgain = () => setCommands(offered());
    const stops = [useCommandRegistry.subscribe(lookAgain), useSession.subscribe(lookAgain)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  return { commands, look };
}

function PaletteContent() {
  const { t } = useWords();
  const [query, setQuery] = useState('');
  const { passages, searching } = usePassages(query);
  const { commands, look } = useOffered();
  const search = (words: string) => {
    setQuery(words);
    look();
  };
  return (
    <Command label={t('palette:label')} filter={holdsWords} loop>
      <PaletteField value={query} onValueChange={search} placeholder={t('palette:placeholder')} />
      <PaletteEmpty>
        {searching ? t('palette:searching') : t('palette:empty', { query })}
      </PaletteEmpty>
      <Command.List label={t('palette:label')}>
        <CommandItems commands={commands} />
        {query !== '' && <ChapterItems query={query} />}
        {query !== '' && <CodexItems query={query} />}
        <PassageItems passages={passages} query={query} />
      </Command.List>
      <PaletteFoot />
    </Command>
  );
}

/** Every command with its shortcut, every chapter, every name of the codex, and the words of the book. */
export function Palette() {
  const { t } = useWords();
  return (
    <PaletteFrame name="palette" label={t('palette:label')}>
      <PaletteContent />
    </PaletteFrame>
  );
}
