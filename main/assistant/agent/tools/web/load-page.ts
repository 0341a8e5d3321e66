/** Loads a page of the web as text. */
import type { AddressPolicy } from './address-of.ts';
import { decodePage } from './decode-page.ts';
import { type FetchLimits, fetchPage, defaultFetchLimits, type PageOpener } from './fetch-page.ts';
import { extractReadableText } from './readable-text.ts';

/** A page of the web as text; `url` is where it was found in the end. Throws PageError. */
export const loadPage = async (
  url: string,
  policy: AddressPolicy,
  limits: FetchLimits | null,
  opener: PageOpener,
): Promise<{ url: string; title: string; text: string }> => {
  const fetched = await fetchPage(url, policy, limits ?? defaultFetchLimits, opener);
  const text = decodePage(fetched);
  const isHtml = /html/i.test(fetched.contentType) || fetched.contentType === '';
  return {
    ...(isHtml ? extractReadableText(text, fetched.url) : { title: '', text }),
    url: fetched.url,
  };
};
