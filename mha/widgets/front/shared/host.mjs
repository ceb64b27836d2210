// Where an explorer is shown, and how it comes there and leaves.
import { Life } from "./life.mjs";

/** Whether a notebook shows this explorer, and no page. */
export const isLive = (widget) => Boolean(widget.widget_manager);

/** What a module exports: a notebook and a page both call render, and what it returns takes the explorer away again. */
export const shownBy = (Explorer) => ({
  render({ model, el }) {
    const life = new Life();
    const explorer = new Explorer(model, life);
    el.append(explorer.root);
    return () => {
      life.end();
      explorer.root.remove();
    };
  },
});
