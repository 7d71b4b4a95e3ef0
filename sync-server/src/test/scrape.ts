import { expect } from 'vitest';

type Labels = Readonly<Record<string, string | number>>;

/** What a scrape of /metrics says, sample by sample. */
export class Scrape {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Names of all samples, those of a histogram's parts among them. */
  get names(): ReadonlySet<string> {
    return new Set(this.#samples().map(({ name }) => name));
  }

  /** The sum of the samples that have these labels, whatever else they have; undefined if there is none. */
  sum(name: string, labels: Labels = {}): number | undefined {
    const wanted = Object.entries(labels).map(([key, value]) => `${key}="${value}"`);
    const found = this.#samples().filter(
      (sample) => sample.name === name && wanted.every((pair) => sample.labels.includes(pair)),
    );
    if (found.length === 0) return undefined;
    return found.reduce((sum, { value }) => sum + value, 0);
  }

  /** Every value of a label, each once, in order. */
  valuesOf(label: string): string[] {
    const pattern = new RegExp(`[{,]${label}="([^"]*)"`, 'g');
    return [...new Set([...this.text.matchAll(pattern)].map(([, value = '']) => value))].toSorted();
  }

  #samples() {
    return this.text.split('\n').flatMap((line) => {
      const { name, labels, value } =
        /^(?<name>[a-z]\w*)(?:\{(?<labels>.*)\})? (?<value>\S+)/.exec(line)?.groups ?? {};
      if (name === undefined) return [];
      return { name, labels: labels?.split(',') ?? [], value: numberOf(value) };
    });
  }
}

function numberOf(value = ''): number {
  return value === '+Inf' ? Infinity : Number(value);
}

/** Asks as Prometheus does. */
export async function scrape(origin: string, token: string): Promise<Scrape> {
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const response = await fetch(`${origin}/metrics`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  return new Scrape(await response.text());
}
