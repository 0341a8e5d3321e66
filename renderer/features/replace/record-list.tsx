import { Fragment } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { GroupHead } from '#renderer/ui/index.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { type Found, placeParts, recordKey, type Selection } from './places.ts';

type RecordListProps = {
  records: Found['records'];
  selection: Selection;
  onFlip: (key: string) => void;
};

/** What the writer wrote beside the text, and changes in the same step; what cannot is told with the reason. */
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
            isDisabled={record.isUnfit}
            onChange={() => onFlip(recordKey(record))}
          >
            {t(`replace:records.${record.change.kind}`, { title: record.title })}
          </Checkbox>
          {record.leftOut && (
            <p>
              {t(
                record.isUnfit
                  ? `replace:unfit.${record.leftOut}`
                  : `replace:leftOut.${record.leftOut}`,
              )}
            </p>
          )}
          <p>
            {placeParts(record).map(({ at, text, to }) =>
              to === undefined ? (
                <Fragment key={at}>{text}</Fragment>
              ) : (
                <Fragment key={at}>
                  <del>{text}</del>
                  <ins>{to}</ins>
                </Fragment>
              ),
            )}
          </p>
        </div>
      ))}
    </section>
  );
}
