import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead } from '#renderer/ui/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { type Found, recordKey, type Selection } from './places.ts';

type RecordListProps = {
  records: Found['records'];
  selection: Selection;
  onFlip: (key: string) => void;
};

/** Entries, relations and constraints that change in the same step. */
export function RecordList({ records, selection, onFlip }: RecordListProps) {
  const { t } = useWords();
  if (records.length === 0) return null;
  return (
    <section className="replace-records" aria-label={t('replace:also')}>
      <GroupHead title={t('replace:also')} />
      {records.map((record) => (
        <div key={recordKey(record)} className="replace-record">
          <Checkbox
            isSelected={selection.isRecordTicked(record)}
            onChange={() => onFlip(recordKey(record))}
          >
            {t(`replace:records.${record.change.kind}`, { title: record.title })}
          </Checkbox>
          <p>
            <del>{record.before}</del> <ins>{record.after}</ins>
          </p>
        </div>
      ))}
    </section>
  );
}
