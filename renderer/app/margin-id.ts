/** Under which name a finding has its place in the page's margin. */
export const marginId = (findingId: string): string => `finding:${findingId}`;
