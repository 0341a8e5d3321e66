import type { Output } from '#shared/contract/index.ts';
import { type Budget, layerNames, type LayerName } from '#shared/domain/budget.ts';

type BudgetView = Output<'context:budget:get'>;

/** The fields as the writer types them; shares in percent. */
export type BudgetDraft = {
  contextWindow: string;
  outputReserve: string;
  shares: Record<LayerName, string>;
  minimums: Record<LayerName, string>;
};

export type BudgetProblem =
  | { field: 'contextWindow' | 'outputReserve'; problem: 'number' | 'window' | 'reserve' }
  | { field: `shares.${LayerName}`; problem: 'number' | 'share' }
  | { field: `minimums.${LayerName}`; problem: 'number' }
  | { field: 'shares'; problem: 'sum'; sum: number }
  | { field: 'minimums'; problem: 'minimums'; sum: number; total: number };

/** What the form is about. */
type FormBudget = Pick<Budget, 'contextWindow' | 'outputReserve' | 'shares' | 'minimums'>;

export type BudgetReading =
  | { ok: true; budget: FormBudget; total: number }
  | { ok: false; problems: BudgetProblem[] };

const byLayer = <T>(value: (layer: LayerName) => T): Record<LayerName, T> => ({
  rules: value('rules'),
  settings: value('settings'),
  retrieved: value('retrieved'),
  immediate: value('immediate'),
});

const percent = (share: number) => String(Math.round(share * 1000) / 10);

export const draftOf = (budget: FormBudget): BudgetDraft => ({
  contextWindow: String(budget.contextWindow),
  outputReserve: String(budget.outputReserve),
  shares: byLayer((layer) => percent(budget.shares[layer])),
  minimums: byLayer((layer) => String(budget.minimums[layer])),
});

/** Digits with or without separators, full-width ones too. */
const readCount = (text: string): number | null => {
  const plain = text.normalize('NFKC').replace(/[\s,]/g, '');
  return /^\d{1,8}$/.test(plain) ? Number(plain) : null;
};

const readPercent = (text: string): number | null => {
  const plain = text.normalize('NFKC').replace(/[\s%]/g, '');
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(plain) ? Number(plain) : null;
};

/** What system text and answer leave of a window, by the difference the program last told. */
export const systemTokens = (view: BudgetView): number =>
  view.contextWindow - view.outputReserve - view.total;

/**
 * Reads the fields and checks what can be checked without the program (S3-05, S3-06); it checks again.
 * @param systemPart tokens of the constant system text
 */
export function readBudget(draft: BudgetDraft, systemPart: number): BudgetReading {
  const problems: BudgetProblem[] = [];
  const window = readCount(draft.contextWindow);
  const reserve = readCount(draft.outputReserve);
  if (window === null) problems.push({ field: 'contextWindow', problem: 'number' });
  else if (window < 1) problems.push({ field: 'contextWindow', problem: 'window' });
  if (reserve === null) problems.push({ field: 'outputReserve', problem: 'number' });
  else if (window !== null && reserve >= window) {
    problems.push({ field: 'outputReserve', problem: 'reserve' });
  }
  const shares = byLayer((layer) => readPercent(draft.shares[layer]));
  const minimums = byLayer((layer) => readCount(draft.minimums[layer]));
  for (const layer of layerNames) {
    const share = shares[layer];
    if (share === null) problems.push({ field: `shares.${layer}`, problem: 'number' });
    else if (share > 100) problems.push({ field: `shares.${layer}`, problem: 'share' });
    if (minimums[layer] === null) problems.push({ field: `minimums.${layer}`, problem: 'number' });
  }
  const share = (layer: LayerName) => shares[layer] ?? 0;
  const minimum = (layer: LayerName) => minimums[layer] ?? 0;
  const sum = Math.round(layerNames.reduce((all, layer) => all + share(layer), 0) * 100) / 100;
  const min = layerNames.reduce((all, layer) => all + minimum(layer), 0);
  const total = (window ?? 0) - (reserve ?? 0) - systemPart;
  if (problems.length === 0 && sum !== 100) {
    problems.push({ field: 'shares', problem: 'sum', sum });
  }
  if (problems.length === 0 && min > total) {
    problems.push({ field: 'minimums', problem: 'minimums', sum: min, total });
  }
  if (problems.length > 0 || window === null || reserve === null) return { ok: false, problems };
  const budget = {
    contextWindow: window,
    outputReserve: reserve,
    shares: byLayer((layer) => share(layer) / 100),
    minimums: byLayer(minimum),
  };
  return { ok: true, budget, total };
}
