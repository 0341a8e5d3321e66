import { Search } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Segmented } from './segmented.tsx';
import { TextField } from './text-field.tsx';

type ListFilterProps<K extends string> = {
  label: string;
  query: string;
  onQuery: (query: string) => void;
  kindsLabel: string;
  kinds: readonly { id: K; label: string }[];
  kind: K;
  onKind: (kind: K) => void;
  /** Stands at the right inside the edge of the field. */
  suffix?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
};

/** What of a list is shown: by words, which Esc takes away, and by kind. */
export function ListFilter<K extends string>(props: ListFilterProps<K>) {
  const { label, query, onQuery, kindsLabel, kinds, kind, onKind, ...field } = props;
  return (
    <>
      <TextField
        label={label}
        hideLabel
        type="search"
        icon={Search}
        placeholder={label}
        value={query}
        data-escape={query === '' ? undefined : true}
        onChange={onQuery}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || query === '') return;
          event.preventDefault();
          onQuery('');
        }}
        {...field}
      />
      <Segmented label={kindsLabel} look="chips" choices={kinds} value={kind} onChange={onKind} />
    </>
  );
}
