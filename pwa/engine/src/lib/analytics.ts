/** SPEC §3, client analytics event. */
export interface AnalyticsEvent {
  readonly event: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly userId: string | null;
  /** ISO 8601, UTC. */
  readonly timestamp: string;
}

/** Writes an event to the console; it is never sent or stored. */
export function recordEvent(
  event: string,
  properties: AnalyticsEvent['properties'],
  userId: string | null = null,
): void {
  const record: AnalyticsEvent = { event, properties, userId, timestamp: new Date().toISOString() };
  // oxlint-disable-next-line no-console -- SPEC §3: the console is where these events go
  console.debug(record);
}
