/** Whether our server answers now, whatever the browser thinks of the connection. */
export async function isServerThere(): Promise<boolean> {
  const answer = await fetch('/sw.js', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  return answer?.ok ?? false;
}
