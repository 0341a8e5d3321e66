/** The fields of an entry, each from the beginning or from a chapter on (W6). */
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useChapterNow } from '#renderer/app/chapter-now.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { IconButton, LinkButton, TextField } from '#renderer/ui/index.ts';
import { offeredFields } from '#shared/domain/entity-fields.ts';
import { maxDetails } from '#shared/domain/knowledge.ts';
import {
  canEnd,
  type DetailDraft,
  type Draft,
  isDetailWrong,
  newDetail,
  withEnd,
} from './draft.ts';

type LineProps = {
  detail: DetailDraft;
  /** It was added just now: what is typed goes into it. */
  isNew: boolean;
  onChange(detail: DetailDraft): void;
  onRemove(): void;
  onContinue(): void;
};

function DetailLine({ detail, isNew, onChange, onRemove, onContinue }: LineProps) {
  const { t } = useWords();
  const { label, text, from } = detail;
  const wrong = isDetailWrong(detail);
  const change = (part: Partial<DetailDraft>) => onChange({ ...detail, ...part });
  return (
    <li className="codex-detail">
      <TextField
        label={t('codex:details.label')}
        hideLabel
        placeholder={t('codex:details.label')}
        value={label}
        autoFocus={isNew && label === ''}
        error={wrong === 'label' ? t('codex:details.faults.label') : undefined}
        onChange={(value) => change({ label: value })}
      />
      <TextField
        label={t('codex:details.text', { label })}
        hideLabel
        value={text}
        autoFocus={isNew && label !== ''}
        error={wrong === 'text' ? t('codex:details.faults.text') : undefined}
        onChange={(value) => change({ text: value })}
      />
      <TextField
        label={t('codex:details.from', { label })}
        hideLabel
        inputMode="numeric"
        placeholder={t('codex:details.always')}
        value={from}
        error={wrong === 'from' ? t('codex:form.faults.chapter') : undefined}
        onChange={(value) => change({ from: value })}
      />
      <IconButton
        icon={Plus}
        size="small"
        label={t('codex:details.change', { label })}
        onPress={onContinue}
      />
      <IconButton
        icon={X}
        size="small"
        label={t('codex:details.remove', { label })}
        onPress={onRemove}
      />
      {canEnd(detail) && (
        <div className="codex-detail-end">
          <Checkbox
            aria-label={t('codex:details.endsOf', { label })}
            isSelected={detail.isOpen !== true}
            onChange={(ends) => onChange(withEnd(detail, ends))}
          >
            {t('codex:details.endsHere')}
          </Checkbox>
        </div>
      )}
    </li>
  );
}

type DetailsProps = { draft: Draft; onChange(details: readonly DetailDraft[]): void };

/** A field that changes has a line for each chapter from which it says something else. */
export function Details({ draft, onChange }: DetailsProps) {
  const { t } = useWords();
  const language = useSession(({ project }) => project?.language ?? 'en');
  const now = useChapterNow();
  const [added, setAdded] = useState<string | null>(null);
  const { details, kind } = draft;
  const known = new Set(details.map(({ label }) => label));
  const offered = offeredFields[language][kind].filter((label) => !known.has(label));
  const insert = (at: number, detail: DetailDraft) => {
    setAdded(detail.detailId);
    onChange(details.toSpliced(at, 0, detail));
  };
  const add = (label: string) => insert(details.length, newDetail(label, ''));
  const follow = (at: number) => {
    const from = now === null ? '' : String(now);
    insert(at + 1, newDetail(details[at]?.label ?? '', from));
  };
  return (
    <section className="codex-details">
      <h3>{t('codex:details.title')}</h3>
      <p className="ui-quiet">{t('codex:details.hint')}</p>
      {details.length > 0 && (
        <ul>
          {details.map((detail, at) => (
            <DetailLine
              key={detail.detailId}
              detail={detail}
              isNew={detail.detailId === added}
              onChange={(changed) => onChange(details.with(at, changed))}
              onRemove={() => onChange(details.toSpliced(at, 1))}
              onContinue={() => follow(at)}
            />
          ))}
        </ul>
      )}
      {details.length < maxDetails && (
        <div className="codex-offered">
          {offered.map((label) => (
            <LinkButton key={label} onPress={() => add(label)}>
              {label}
            </LinkButton>
          ))}
          <LinkButton onPress={() => add('')}>{t('codex:details.other')}</LinkButton>
        </div>
      )}
    </section>
  );
}
