import { useState } from 'react';
import type { Finding } from '#shared/domain/finding.ts';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useLayout } from '#renderer/app/layout.ts';
import { editConstraint } from '#renderer/features/constraints/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, isTooLong, LayerBadge, LinkButton, TextField } from '#renderer/ui/index.ts';
import { basisWords } from './basis-words.ts';
import { useFindings } from './store.ts';

const longestReason = 2_000;

function Waive({ finding, onDone }: { finding: Finding; onDone: () => void }) {
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const isKeepable = reason.trim() !== '' && !isTooLong(reason, longestReason);
  const { waive } = useFindings.getState();
  return (
    <form
      className="finding-waive"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isKeepable) return;
        void waive(finding, reason.trim()).then((done) => {
          if (done) onDone();
        });
      }}
    >
      <TextField
        label={t('findings:reason')}
        hideLabel
        placeholder={t('findings:reason')}
        longest={longestReason}
        value={reason}
        onChange={setReason}
        autoFocus
      />
      <Button size="small" type="submit" isDisabled={!isKeepable}>
        {t('findings:waive')}
      </Button>
    </form>
  );
}

type FindingWordsProps = {
  finding: Finding;
  /** The writer goes elsewhere. */
  onLeave: () => void;
  onWaived?: () => void;
};

/** What is to be said of a sentence, and what can be done about it. */
export function FindingWords({ finding, onLeave, onWaived = onLeave }: FindingWordsProps) {
  const { t } = useWords();
  const bases = useFindings((state) => state.bases);
  const [waiving, setWaiving] = useState(false);
  const { constraintId, entityId, message } = finding;
  const isBooks = bases.get(constraintId ?? '')?.kind === 'book';
  const seen = constraintId === undefined ? 'seeEntity' : 'seeConstraint';
  const see = () => {
    onLeave();
    if (isBooks) openDialog('settings');
    else if (constraintId !== undefined) editConstraint(constraintId);
    else useLayout.getState().showPanel('codex');
  };
  return (
    <div className="finding-words">
      <LayerBadge layer="rules" />
      <div>
        <p>{t('findings:line', { basis: basisWords(t, finding, bases), message })}</p>
        {waiving ? (
          <Waive finding={finding} onDone={onWaived} />
        ) : (
          <p className="finding-links">
            <LinkButton onPress={() => setWaiving(true)}>{t('findings:waiveWith')}</LinkButton>
            {(constraintId !== undefined || entityId !== undefined) && (
              <LinkButton onPress={see}>{t(`findings:${isBooks ? 'seeBook' : seen}`)}</LinkButton>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
