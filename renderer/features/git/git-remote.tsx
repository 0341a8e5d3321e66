import { useState } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Switch, TextField } from '#renderer/ui/index.ts';
import type { GitState } from '#shared/domain/git.ts';

type RemoteProps = {
  state: GitState;
  isDisabled: boolean;
  onChange: (change: { remote?: string | null; pushFenced?: boolean }) => void;
};

/** Where the book is pushed to, and whether what is fenced may go there. */
export function GitRemote({ state, isDisabled, onChange }: RemoteProps) {
  const { t } = useWords();
  const known = state.remote ?? '';
  const [remote, setRemote] = useState(known);
  const next = remote.trim();
  return (
    <>
      <form
        className="backups-fields"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ remote: next === '' ? null : next });
        }}
      >
        <TextField
          label={t('git:remote')}
          placeholder="git@example.com:me/book.git"
          value={remote}
          onChange={setRemote}
          isDisabled={isDisabled}
        />
        <Button type="submit" isDisabled={isDisabled || next === known}>
          {t('git:saveRemote')}
        </Button>
      </form>
      {(state.fenced > 0 || state.pushFenced) && (
        <Switch
          isSelected={state.pushFenced}
          isDisabled={isDisabled}
          onChange={(pushFenced) => onChange({ pushFenced })}
        >
          {t('git:pushFenced', { count: state.fenced })}
        </Switch>
      )}
    </>
  );
}
