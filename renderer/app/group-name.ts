/** A folder's name without the number that orders it: "01 上卷" is shown as 上卷, a path by its last part. */
export function groupName(group: string): string {
  const name = group.slice(group.lastIndexOf('/') + 1);
  return name.replace(/^\d{1,4}[\s._-]+(?=\S)/, '');
}
