import { Check } from 'lucide-react';
import type { Decision } from '#shared/domain/assembly.ts';

/** A tick for what goes whole, a half disc for what goes in part, nothing for what stays out. */
export function Mark({ decision }: { decision: Decision }) {
  if (decision === 'included') return <Check size={14} aria-hidden />;
  if (decision === 'dropped') return null;
  return (
    <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
      <circle cx={6} cy={6} r={4.75} fill="none" stroke="currentColor" strokeWidth={1.5} />
      <path d="M6 1.25a4.75 4.75 0 0 1 0 9.5z" fill="currentColor" />
    </svg>
  );
}
