import { useEffect, useState } from 'react';

/** What `read` found when the component was first drawn; undefined until then. It must not reject. */
export function useRead<Value>(read: () => Promise<Value>): Value | undefined {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    void read().then(setValue);
  }, [read]);
  return value;
}
