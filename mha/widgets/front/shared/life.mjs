// Everything that would outlive an explorer ends with it: listeners, observers, timers.

export class Life {
  #ends = new Set();

  /** Have something undone at the end. */
  then(end) {
    this.#ends.add(end);
  }

  end() {
    this.#ends.forEach((end) => end());
    this.#ends.clear();
  }

  /** Hear of changes of an explorer's traits. */
  follow(widget, names, listener) {
    for (const name of names) {
      widget.on(`change:${name}`, listener);
      this.then(() => widget.off(`change:${name}`, listener));
    }
  }

  listen(target, type, listener) {
    target.addEventListener(type, listener);
    this.then(() => target.removeEventListener(type, listener));
  }

  /** Be told the width of an element, now and whenever it changes. */
  watchWidth(element, listener) {
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry.contentRect.width);
      if (width) listener(width);
    });
    observer.observe(element);
    this.then(() => observer.disconnect());
  }

  /** A timer that can be set again, which cancels what it was set to before. */
  timer() {
    let pending = null;
    const cancel = () => {
      clearTimeout(pending);
      pending = null;
    };
    this.then(cancel);
    return {
      set(action, milliseconds) {
        cancel();
        pending = setTimeout(() => {
          pending = null;
          action();
        }, milliseconds);
      },
      cancel,
    };
  }
}
