/** Does the work of some items before their turn comes, and answers in their order: for what waits for disks and networks. */
export async function* prefetch<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  count: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = []
  try {
    for await (const item of items) {
      const next = work(item)
      // It is awaited when its turn comes; until then a failure has nobody who hears it.
      next.catch(() => undefined)
      running.push(next)
      if (running.length >= count) yield await (running.shift() as Promise<Result>)
    }
    while (running.length > 0) yield await (running.shift() as Promise<Result>)
  } finally {
    await Promise.allSettled(running)
  }
}

/** Does the work of all items, some at a time; the first failure ends it. */
export const forEachConcurrently = async <Item>(
  items: AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  for await (const _ of prefetch(items, count, work)) continue
}
