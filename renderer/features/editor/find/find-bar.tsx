import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useLockIn } from '#renderer/app/lock-in.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, IconButton, Switch, TextField } from '#renderer/ui/index.ts';
import { openReplace } from '#renderer/features/replace/index.ts';
import type { PageController } from '../page-controller.ts';
import { useEditor } from '../store.ts';
import { type Find, useFind } from './use-find.ts';

function MatchCount({ find }: { find: Find }) {
  const { t } = useWords();
  if (find.query.search === '' || find.matches === null) return null;
  const { total, current, capped } = find.matches;
  const words = () => {
    if (total === 0) return t('editor:find.none');
    if (capped) return t('editor:find.many');
    if (current === 0) return t('editor:find.total', { count: total });
    return t('editor:find.count', { current, total });
  };
  return (
    <span className="find-count" role="status">
      {words()}
    </span>
  );
}

type FindBarProps = { controller: PageController };

/** Above the text, in its own line: find, and replace when asked for. */
export function FindBar({ controller }: FindBarProps) {
  const open = useEditor((editor) => editor.findOpen);
  return open === 'closed' ? null : (
    <OpenFindBar controller={controller} replacing={open === 'replace'} />
  );
}

function OpenFindBar({ controller, replacing }: FindBarProps & { replacing: boolean }) {
  const { t, language } = useWords();
  const find = useFind(controller);
  // Of what is locked in the page alone is there, and it only goes forward.
  const isLocked = useLockIn(({ lock }) => lock !== null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      find.close();
    } else if (event.key === 'Enter' && event.target === input.current) {
      event.preventDefault();
      if (event.shiftKey) find.previous();
      else find.next();
    }
  };
  return (
    <search
      className="find-bar"
      aria-label={t('editor:find.label')}
      lang={language}
      onKeyDown={onKeyDown}
    >
      <div className="find-line">
        <TextField
          label={t('editor:find.find')}
          hideLabel
          placeholder={t('editor:find.find')}
          value={find.query.search}
          onChange={(search) => find.setQuery({ search })}
          inputRef={input}
          autoFocus
          suffix={<MatchCount find={find} />}
        />
        <IconButton
          icon={ArrowUp}
          label={t('editor:find.previous')}
          shortcut="Shift+Enter"
          onPress={find.previous}
        />
        <IconButton
          icon={ArrowDown}
          label={t('editor:find.next')}
          shortcut="Enter"
          onPress={find.next}
        />
        <Switch
          isSelected={find.query.caseSensitive}
          onChange={(caseSensitive) => find.setQuery({ caseSensitive })}
        >
          {t('editor:find.matchCase')}
        </Switch>
        <span className="page-head-space" />
        {!isLocked && (
          <Button
            size="small"
            variant="quiet"
            onPress={() => {
              const { search: query, replace: replacement } = find.query;
              openReplace({ query, replacement });
            }}
          >
            {t('replace:fromFind')}
          </Button>
        )}
        <IconButton
          icon={X}
          label={t('editor:find.close')}
          shortcut="Escape"
          onPress={find.close}
        />
      </div>
      {replacing && !isLocked && (
        <div className="find-line">
          <TextField
            label={t('editor:find.replace')}
            hideLabel
            placeholder={t('editor:find.replace')}
            value={find.query.replace}
            onChange={(replace) => find.setQuery({ replace })}
          />
          <Button size="small" onPress={find.replaceOne}>
            {t('editor:find.replaceOne')}
          </Button>
          <Button size="small" onPress={find.replaceEvery}>
            {t('editor:find.replaceAll')}
          </Button>
          {find.replaced !== null && (
            <span className="ui-quiet" role="status">
              {t('editor:find.replaced', { count: find.replaced })}
            </span>
          )}
        </div>
      )}
    </search>
  );
}
