/** One command with its keys: press them anew, take them away, have the first ones back. */
import { RotateCcw, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { Command } from '#renderer/app/commands.ts';
import { useHost } from '#renderer/app/host.ts';
import { usePreferences } from '#renderer/app/preferences.ts';
import {
  commandsWith,
  type Refusal,
  refusalOf,
  type ShortcutChoices,
  shownShortcut,
  withShortcut,
} from '#renderer/app/shortcut-choices.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, IconButton, Kbd } from '#renderer/ui/index.ts';
import { type Shortcut, shortcutOfPress } from '#renderer/ui/keys.ts';

type ShortcutRowProps = {
  command: Command;
  commands: readonly Command[];
  title: string;
  isCapturing: boolean;
  onCapture: (isOn: boolean) => void;
  /** How the chosen keys of all commands come of those there are by then. */
  onChange: (change: (choices: ShortcutChoices) => ShortcutChoices) => void;
};

/** Keys that were pressed and are not given yet: others have them, or they can be nobody's. */
type Doubt = { shortcut: Shortcut; refusal: Refusal | null; others: readonly Command[] };

function useAssigning({ command, commands, onCapture, onChange }: ShortcutRowProps) {
  const choices = usePreferences(({ settings }) => settings.shortcuts);
  const host = useHost(({ capabilities }) => capabilities?.host ?? 'web');
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const give = (shortcut: Shortcut) => {
    setDoubt(null);
    onCapture(false);
    onChange((now) => withShortcut(commands, now, { id: command.id, shortcut }));
  };
  /** Gives the keys unless somebody else has them. */
  const ask = (shortcut: Shortcut) => {
    const refusal = shortcut === '' ? null : refusalOf(shortcut, host);
    const holders = shortcut === '' ? [] : commandsWith(commands, choices, shortcut);
    const others = holders.filter(({ id }) => id !== command.id);
    if (refusal === null && others.length === 0) give(shortcut);
    else setDoubt({ shortcut, refusal, others });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      setDoubt(null);
      onCapture(false);
      return;
    }
    const shortcut = shortcutOfPress(event.nativeEvent, navigator.platform);
    if (shortcut !== null) ask(shortcut);
  };
  return { choices: choices as ShortcutChoices, doubt, setDoubt, give, ask, onKeyDown };
}

function DoubtLine(props: { doubt: Doubt; onGive: () => void; onDrop: () => void }) {
  const { doubt, onGive, onDrop } = props;
  const { t } = useWords();
  const keys = doubt.shortcut;
  if (doubt.refusal !== null) {
    return (
      <p className="shortcut-doubt" role="alert">
        {t(`settings:shortcuts.refused.${doubt.refusal}`, { keys, control: 'Mod', alt: 'Alt' })}
      </p>
    );
  }
  const titles = doubt.others.map(({ titleIn, titleKey }) => titleIn?.(t) ?? t(titleKey));
  const title = titles.join(t('settings:shortcuts.comma'));
  return (
    <div className="shortcut-doubt" role="alert">
      <span>{t('settings:shortcuts.taken', { keys, title })}</span>
      <Button size="small" onPress={onGive}>
        {t('settings:shortcuts.takeOver')}
      </Button>
      <Button size="small" variant="quiet" onPress={onDrop}>
        {t('app:actions.cancel')}
      </Button>
    </div>
  );
}

export function ShortcutRow(props: ShortcutRowProps) {
  const { command, title, isCapturing, onCapture } = props;
  const { t } = useWords();
  const { choices, doubt, setDoubt, give, ask, onKeyDown } = useAssigning(props);
  const shown = shownShortcut(command, choices);
  const isChanged = choices[command.id] !== undefined;
  const drop = () => {
    setDoubt(null);
    onCapture(false);
  };
  return (
    <li className="shortcut-row">
      <span className="shortcut-title">{title}</span>
      {isCapturing ? (
        <button
          type="button"
          className="shortcut-keys"
          data-captures-keys
          data-escape
          // The row asked for the keys: they come here and nowhere else.
          // biome-ignore lint/a11y/noAutofocus: the press that opened it stood here
          autoFocus
          onKeyDown={onKeyDown}
          onBlur={() => {
            if (doubt === null) onCapture(false);
          }}
        >
          {t('settings:shortcuts.press')}
        </button>
      ) : (
        <button type="button" className="shortcut-keys" onClick={() => onCapture(true)}>
          {/* Who speaks to the page says what is seen: the keys are part of the name. */}
          <span className="ui-hidden">{t('settings:shortcuts.change', { title })} </span>
          {shown === undefined ? t('settings:shortcuts.noKeys') : <Kbd shortcut={shown} />}
        </button>
      )}
      <span className="shortcut-tools">
        {isChanged && (
          <IconButton
            icon={RotateCcw}
            size="small"
            label={t('settings:shortcuts.reset', { title })}
            onPress={() => ask(command.shortcut ?? '')}
          />
        )}
        {shown !== undefined && (
          <IconButton
            icon={X}
            size="small"
            label={t('settings:shortcuts.remove', { title })}
            onPress={() => give('')}
          />
        )}
      </span>
      {doubt !== null && (
        <DoubtLine doubt={doubt} onGive={() => give(doubt.shortcut)} onDrop={drop} />
      )}
    </li>
  );
}
