import { create } from 'zustand';

type PageMargin = {
  /** Lies beside the text and scrolls with it; null while no page is shown. Fill it with portals. */
  host: HTMLElement | null;
  /** The same at the left of the text. */
  leftHost: HTMLElement | null;
  /** Where things marked with `data-margin-id` in the text stand: id to px from the host's top. */
  tops: ReadonlyMap<string, number>;
  /** Too little room beside the text for words: marks must stand one below the other. */
  narrow: boolean;
};

/** The strip at the right of the text, kept by the editor; candidates and findings put their marks in it. */
export const usePageMargin = create<PageMargin>()(() => ({
  host: null,
  leftHost: null,
  tops: new Map(),
  narrow: false,
}));
